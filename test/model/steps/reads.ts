import fc from "fast-check"
import { authenticate, findKey } from "../access.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { memberOf, type Seen } from "../learn.ts"
import { presentedText } from "../presented.ts"
import * as show from "../show.ts"
import { at, isLiveKey, liveOf, type Model, type Plan } from "../state.ts"
import { calling, type Expected, type Intent, managing, operating } from "../step.ts"
import { externalId, slug } from "../values.ts"
import { findIdentity, identityReference } from "./identities.ts"
import { listNamespaces } from "./overrides.ts"
import { findPermission } from "./rbac.ts"

/** Every read must agree with the model. */

type Reading = (model: Model, seen: Seen) => Expected

function foundOr<Item>(refusal: string, item: Item | undefined, present: (item: Item) => unknown): Expected {
  return item === undefined ? refusal : { data: present(item) }
}

function getKey(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      return managing(model, "keys.getKey", { keyId: at(model.keys, place).id }, (model, seen) => {
        const key = at(model.keys, place)
        return foundOr("404 data/key_not_found", isLiveKey(key) ? key : undefined, () => ({
          ...show.showKey(model, key, seen),
          directPermissions: show.slugs(key.directPermissions),
        }))
      })
    },
  }
}

function whoami(target: Target, form: "usual" | "other"): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const text = presentedText(at(model.keys, place), form)
      return managing(model, "keys.whoami", { key: text }, (model, seen) =>
        foundOr("404 data/key_not_found", findKey(model, text), (key) => show.showKey(model, key, seen)),
      )
    },
  }
}

/** docs/contract.md#134-keyswhoami: a key sees neither its own `meta` nor that of its identity. */
function selfDescription(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const bearer = presentedText(at(model.keys, place), "usual")
      return calling({ operation: "keys.whoami", body: {}, bearer }, (model, seen) => {
        const caller = authenticate(model, bearer)
        if (typeof caller === "string" || caller.type !== "api_key") return "401 authentication/key_not_found"
        const { meta: _meta, ...rest } = show.showKey(model, caller.key, seen)
        if (caller.key.identity === undefined) return { data: rest }
        const {
          meta: _identityMeta,
          plan,
          ...identity
        } = show.showEmbeddedIdentity(model, caller.key.identity, memberOf(seen, "identity"))
        const { meta: _planMeta, ...ownPlan } = Object(plan)
        return { data: { ...rest, identity: plan === undefined ? identity : { ...identity, plan: ownPlan } } }
      })
    },
  }
}

interface KeyFilter {
  readonly enabled?: boolean
  readonly externalId?: string
}

function listKeys(filter: KeyFilter, api: Target | undefined): Intent {
  return {
    plan(model) {
      const place = api && choose(model.apis, api, isNotDeleted)
      const ofApi = place === undefined ? {} : { apiId: at(model.apis, place).id }
      return managing(model, "keys.listKeys", { ...filter, ...ofApi }, (model, seen) => {
        const owner = place === undefined ? undefined : at(model.apis, place)
        if (owner?.isDeleted) return "404 data/api_not_found"
        const keys = model.keys
          .filter(isLiveKey)
          .filter(({ api }) => owner === undefined || api === owner)
          .filter(({ enabled }) => filter.enabled === undefined || enabled === filter.enabled)
          .filter(({ identity }) => filter.externalId === undefined || identity?.externalId === filter.externalId)
        return { data: show.showList(keys, seen, { present: (key, item) => show.showKey(model, key, item) }) }
      })
    },
  }
}

function getApi(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.apis, target, isNotDeleted)
      if (place === undefined) return undefined
      return managing(model, "apis.getApi", { apiId: at(model.apis, place).id }, (model) => {
        const api = at(model.apis, place)
        return foundOr("404 data/api_not_found", api.isDeleted ? undefined : api, show.showApi)
      })
    },
  }
}

function getIdentity(target: Target, byId: boolean): Intent {
  return {
    plan(model) {
      const place = choose(model.identities, target, isNotDeleted)
      if (place === undefined) return undefined
      const identity = identityReference(at(model.identities, place), byId)
      return managing(model, "identities.getIdentity", { identity }, (model, seen) => {
        const named = liveOf(model.identities).find((one) => one.id === identity) ?? findIdentity(model, identity)
        return foundOr("404 data/identity_not_found", named, (one) => show.showIdentity(model, one, seen))
      })
    },
  }
}

function getPermission(slug: string): Intent {
  return {
    plan: (model) =>
      managing(model, "permissions.getPermission", { permission: slug }, (model, seen) =>
        foundOr("404 data/permission_not_found", findPermission(model, slug), (one) =>
          show.showPermission(model, one, seen),
        ),
      ),
  }
}

function getRole(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.roles, target, isNotDeleted)
      if (place === undefined) return undefined
      return managing(model, "permissions.getRole", { role: at(model.roles, place).id }, (model, seen) => {
        const role = at(model.roles, place)
        return foundOr("404 data/role_not_found", role.isDeleted ? undefined : role, (one) =>
          show.showRole(model, one, seen),
        )
      })
    },
  }
}

function getRootKey(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.rootKeys, target, isNotDeleted)
      if (place === undefined) return undefined
      return managing(model, "rootKeys.getRootKey", { rootKeyId: at(model.rootKeys, place).id }, (model, seen) => {
        const rootKey = at(model.rootKeys, place)
        return foundOr("404 data/root_key_not_found", rootKey.isDeleted ? undefined : rootKey, (one) =>
          show.showRootKey(model, one, seen),
        )
      })
    },
  }
}

const getWorkspace: Intent = {
  plan: (model) =>
    operating(model, "workspaces.getWorkspace", { workspaceId: model.workspace.id }, ({ workspace }, seen) =>
      foundOr(
        "404 data/workspace_not_found",
        workspace.state === "deleted" ? undefined : workspace,
        // The counts may be a minute old, so they are taken as they are.
        (one) => ({ ...show.showWorkspace(one), counts: Object(seen).counts }),
      ),
    ),
}

/** The number of identities may be a minute old, so it is taken as it is. */
function showCountedPlan(model: Model, plan: Plan, seen: Seen) {
  return { ...show.showPlan(model, plan, seen), identities: memberOf(seen, "identities") }
}

function list(operation: string, reading: Reading): Intent {
  return { plan: (model) => managing(model, operation, {}, reading) }
}

/** Every list without a filter: together they show the whole workspace. */
export const lists: readonly Intent[] = [
  listKeys({}, undefined),
  list("apis.listApis", (model, seen) => ({
    data: show.showList(liveOf(model.apis), seen, { present: show.showApi }),
  })),
  list("identities.listIdentities", (model, seen) => ({
    data: show.showList(liveOf(model.identities), seen, {
      present: (identity, item) => show.showIdentity(model, identity, item),
      name: "externalId",
    }),
  })),
  list("plans.listPlans", (model, seen) => ({
    data: show.showList(liveOf(model.plans), seen, { present: (plan, item) => showCountedPlan(model, plan, item) }),
  })),
  list("permissions.listPermissions", (model, seen) => ({
    data: show.showList(liveOf(model.permissions), seen, {
      present: (permission, item) => show.showPermission(model, permission, item),
      name: "slug",
    }),
  })),
  list("permissions.listRoles", (model, seen) => ({
    data: show.showList(liveOf(model.roles), seen, { present: (role, item) => show.showRole(model, role, item) }),
  })),
  list("keys.listMigrations", (model, seen) => ({
    data: show.showList(model.migrations, seen, { present: show.showMigration }),
  })),
  list("rootKeys.listRootKeys", (model, seen) => ({
    data: show.showList(liveOf(model.rootKeys), seen, {
      present: (rootKey, item) => show.showRootKey(model, rootKey, item),
    }),
  })),
  listNamespaces,
  getWorkspace,
]

/** A key as the bearer of a request is cached too. */
export const selfDescriptions: fc.Arbitrary<Intent> = target.map(selfDescription)

const filter: fc.Arbitrary<KeyFilter> = fc.record({ enabled: fc.boolean(), externalId }, { requiredKeys: [] })
const form = fc.constantFrom("usual", "other")

export const readIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 6, arbitrary: target.map(getKey) },
  { weight: 2, arbitrary: fc.tuple(target, form).map(([key, how]) => whoami(key, how)) },
  { weight: 2, arbitrary: selfDescriptions },
  {
    weight: 2,
    arbitrary: fc.tuple(filter, fc.option(target, { nil: undefined })).map(([which, api]) => listKeys(which, api)),
  },
  { weight: 1, arbitrary: target.map(getApi) },
  { weight: 2, arbitrary: fc.tuple(target, fc.boolean()).map(([identity, by]) => getIdentity(identity, by)) },
  { weight: 1, arbitrary: slug.map(getPermission) },
  { weight: 2, arbitrary: target.map(getRole) },
  { weight: 1, arbitrary: target.map(getRootKey) },
  { weight: 2, arbitrary: fc.constantFrom(...lists) },
)
