import fc from "fast-check"
import { change } from "../change.ts"
import { choose, type Target, target } from "../choose.ts"
import { showPermissions, showRoles } from "../show.ts"
import { at, isLiveKey } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { pick, slug } from "../values.ts"
import { placesOfRoles, roleReference } from "./new-key.ts"
import { findPermission, permissionReferences, resolvePermissions } from "./rbac.ts"

type Verb = "add" | "set" | "remove"

/** The list after items are added, replaced or removed. */
function combined<Item>(verb: Verb, held: ReadonlySet<Item>, given: ReadonlySet<Item>): ReadonlySet<Item> {
  if (verb === "set") return given
  return verb === "add" ? held.union(given) : held.difference(given)
}

function changePermissions(verb: Verb, target: Target, slugs: readonly string[]): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const body = { keyId: at(model.keys, place).id, permissions: permissionReferences(model, slugs) }
      return managing(model, `keys.${verb}Permissions`, body, (model, seen) => {
        const key = at(model.keys, place)
        if (!isLiveKey(key)) return "404 data/key_not_found"
        if (verb === "remove" && slugs.some((slug) => findPermission(model, slug) === undefined)) {
          return "404 data/permission_not_found"
        }
        const directPermissions = combined(verb, key.directPermissions, resolvePermissions(model, slugs))
        change(model, key, { directPermissions }, "key.updated")
        return { data: showPermissions(model, directPermissions, seen) }
      })
    },
  }
}

function changeRoles(verb: Verb, target: Target, picks: readonly number[]): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      const places = placesOfRoles(model, picks)
      if (place === undefined || (places.length === 0 && verb !== "set")) return undefined
      const references = places.map((role, index) => roleReference(model, role, index))
      return managing(
        model,
        `keys.${verb}Roles`,
        { keyId: at(model.keys, place).id, roles: references },
        (model, seen) => {
          const key = at(model.keys, place)
          if (!isLiveKey(key)) return "404 data/key_not_found"
          const roles = combined(verb, key.roles, new Set(places.map((role) => at(model.roles, role))))
          change(model, key, { roles }, "key.updated")
          return { data: showRoles(model, roles, seen) }
        },
      )
    },
  }
}

const verb = fc.constantFrom("add", "set", "remove")
const slugs = fc.uniqueArray(slug, { minLength: 1, maxLength: 3 })
const picks = fc.array(pick, { minLength: 1, maxLength: 2 })

export const keyLinks: fc.Arbitrary<Intent> = fc.oneof(
  fc.tuple(verb, target, slugs).map(([how, key, which]) => changePermissions(how, key, which)),
  fc.tuple(verb, target, picks).map(([how, key, which]) => changeRoles(how, key, which)),
)
