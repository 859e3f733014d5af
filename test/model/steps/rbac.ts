import fc from "fast-check"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { learn, memberOf } from "../learn.ts"
import { roleNames } from "../names.ts"
import { showPermissions } from "../show.ts"
import { at, expectEvent, liveOf, type Model, type Permission, type Role } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { slug, someSlugs } from "../values.ts"

/** The slugs of a request: every second one is replaced by its id if that is known. */
export function permissionReferences(model: Model, slugs: readonly string[]): string[] {
  return slugs.map((slug, index) => permissionReference(model, slug, index % 2 === 1))
}

function permissionReference(model: Model, slug: string, byId: boolean): string {
  const id = findPermission(model, slug)?.id ?? ""
  return byId && id !== "" ? id : slug
}

/** docs/contract.md#13-keys: an unknown slug is created. */
export function resolvePermissions(model: Model, slugs: readonly string[]): ReadonlySet<Permission> {
  return new Set(slugs.map((slug) => findPermission(model, slug) ?? addPermission(model, slug, slug)))
}

export function findPermission({ permissions }: Model, slug: string): Permission | undefined {
  return liveOf(permissions).find((permission) => permission.slug === slug)
}

function addPermission(model: Model, slug: string, name: string): Permission {
  const permission: Permission = { id: "", slug, name, isDeleted: false }
  model.permissions.push(permission)
  expectEvent(model, "permission.created", permission)
  return permission
}

function createPermission(slug: string): Intent {
  const body = { slug, name: `May ${slug}` }
  return {
    plan: (model) =>
      managing(model, "permissions.createPermission", body, (model, seen) => {
        if (findPermission(model, slug) !== undefined) return "409 data/permission_already_exists"
        const permission = addPermission(model, slug, body.name)
        learn(model, permission, "perm", memberOf(seen, "permissionId"))
        return { data: { permissionId: permission.id } }
      }),
  }
}

function deletePermission(slug: string, byId: boolean): Intent {
  return {
    plan(model) {
      const body = { permission: permissionReference(model, slug, byId) }
      return managing(model, "permissions.deletePermission", body, (model) => {
        const known = findPermission(model, slug)
        if (known === undefined) return "404 data/permission_not_found"
        known.isDeleted = true
        for (const role of model.roles) role.permissions = without(role.permissions, known)
        for (const key of model.keys) key.directPermissions = without(key.directPermissions, known)
        for (const identity of model.identities) identity.permissions = without(identity.permissions, known)
        for (const plan of model.plans) plan.permissions = without(plan.permissions, known)
        expectEvent(model, "permission.deleted", known)
        return { data: {} }
      })
    },
  }
}

export function without<Item>(items: ReadonlySet<Item>, removed: Item): ReadonlySet<Item> {
  return new Set([...items].filter((item) => item !== removed))
}

export function createRole(name: string, slugs: readonly string[]): Intent {
  return {
    plan: (model) =>
      managing(model, "permissions.createRole", { name, permissions: slugs }, (model, seen) => {
        if (liveOf(model.roles).some((role) => role.name === name)) return "409 data/role_already_exists"
        const role: Role = { id: "", name, permissions: resolvePermissions(model, slugs), isDeleted: false }
        learn(model, role, "role", memberOf(seen, "roleId"))
        model.roles.push(role)
        expectEvent(model, "role.created", role)
        return { data: { roleId: role.id } }
      }),
  }
}

function deleteRole(target: Target, byId: boolean): Intent {
  return {
    plan(model) {
      const place = choose(model.roles, target, isNotDeleted)
      if (place === undefined) return undefined
      const { id, name, isDeleted } = at(model.roles, place)
      // The name of a deleted role may have been given to another one.
      const body = { role: byId || isDeleted ? id : name }
      return managing(model, "permissions.deleteRole", body, (model) => {
        const role = at(model.roles, place)
        if (role.isDeleted) return "404 data/role_not_found"
        role.isDeleted = true
        for (const key of model.keys) key.roles = without(key.roles, role)
        expectEvent(model, "role.deleted", role)
        return { data: {} }
      })
    },
  }
}

function setRolePermissions(target: Target, slugs: readonly string[]): Intent {
  return {
    plan(model) {
      const place = choose(model.roles, target, isNotDeleted)
      if (place === undefined) return undefined
      const body = { roleId: at(model.roles, place).id, permissions: permissionReferences(model, slugs) }
      return managing(model, "permissions.setRolePermissions", body, (model, seen) => {
        const role = at(model.roles, place)
        if (role.isDeleted) return "404 data/role_not_found"
        const wanted = resolvePermissions(model, slugs)
        const isSame = wanted.size === role.permissions.size && [...wanted].every((one) => role.permissions.has(one))
        if (!isSame) expectEvent(model, "role.updated", role)
        role.permissions = wanted
        return { data: showPermissions(model, wanted, seen) }
      })
    },
  }
}

function updateRole(target: Target, name: string): Intent {
  return {
    plan(model) {
      const place = choose(model.roles, target, isNotDeleted)
      if (place === undefined) return undefined
      return managing(model, "permissions.updateRole", { role: at(model.roles, place).id, name }, (model) => {
        const role = at(model.roles, place)
        if (role.isDeleted) return "404 data/role_not_found"
        const isTaken = liveOf(model.roles).some((other) => other !== role && other.name === name)
        if (isTaken) return "409 data/role_already_exists"
        if (role.name !== name) expectEvent(model, "role.updated", role)
        role.name = name
        return { data: { id: role.id, name } }
      })
    },
  }
}

function updatePermission(slug: string, byId: boolean, name: string): Intent {
  return {
    plan(model) {
      const body = { permission: permissionReference(model, slug, byId), slug, name }
      return managing(model, "permissions.updatePermission", body, (model, seen) => {
        const known = findPermission(model, slug)
        if (known === undefined) return "404 data/permission_not_found"
        if (known.name !== name) expectEvent(model, "permission.updated", known)
        known.name = name
        learn(model, known, "perm", memberOf(seen, "id"))
        return { data: { id: known.id, name, slug } }
      })
    },
  }
}

const byId = fc.boolean()

export const rbacIntents: fc.Arbitrary<Intent> = fc.oneof(
  slug.map(createPermission),
  fc.tuple(slug, byId).map(([which, by]) => deletePermission(which, by)),
  fc.tuple(fc.constantFrom(...roleNames), someSlugs).map(([name, slugs]) => createRole(name, slugs)),
  fc.tuple(target, byId).map(([which, by]) => deleteRole(which, by)),
  fc.tuple(target, fc.constantFrom(...roleNames)).map(([which, name]) => updateRole(which, name)),
  fc.tuple(slug, byId, fc.constantFrom("One", "Two")).map(([which, by, name]) => updatePermission(which, by, name)),
  {
    weight: 3,
    arbitrary: fc.tuple(target, someSlugs).map(([role, slugs]) => setRolePermissions(role, slugs)),
  },
)
