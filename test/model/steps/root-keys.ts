import fc from "fast-check"
import { change } from "../change.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { learn, memberOf, type Seen } from "../learn.ts"
import { showRootKey } from "../show.ts"
import { at, expectEvent, type Model, type RootKey } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { lifetime, optional, pick } from "../values.ts"

/** The permissions of a root key for verifications; a number stands for an API. */
type Scope = "all" | "verify" | "verify one" | "read"

interface Grants {
  readonly scope: Scope
  readonly pick: number
}

function grantsOf(model: Model, { scope, pick }: Grants): readonly string[] {
  const apis = model.apis.map(({ id }) => id)
  switch (scope) {
    case "all":
      return ["*"]
    case "verify":
      return ["api.*.verify_key", "identity.*.read_identity"]
    case "verify one":
      return [`api.${apis[pick % apis.length] ?? "*"}.verify_key`]
    case "read":
      return ["api.*.read_key"]
  }
}

function addRootKey(model: Model, attributes: Pick<RootKey, "grants" | "enabled" | "expires">, seen: Seen) {
  const secret = memberOf(seen, "rootKey")
  const rootKey: RootKey = {
    id: "",
    secret: typeof secret === "string" ? secret : "",
    ...attributes,
    isDeleted: false,
    createdAt: model.now,
    updatedAt: undefined,
  }
  learn(model, rootKey, "rk", memberOf(seen, "rootKeyId"))
  model.rootKeys.push(rootKey)
  expectEvent(model, "root_key.created", rootKey)
  return { data: { rootKeyId: rootKey.id, rootKey: rootKey.secret } }
}

export function createRootKey(grants: Grants): Intent {
  return {
    plan(model) {
      const permissions = grantsOf(model, grants)
      return managing(model, "rootKeys.createRootKey", { permissions }, (model, seen) =>
        addRootKey(model, { grants: permissions, enabled: true, expires: undefined }, seen),
      )
    },
  }
}

/** Any root key except the first, which the test itself uses. */
function chooseOther(model: Model, target: Target): number | undefined {
  const place = choose(model.rootKeys.slice(1), target, isNotDeleted)
  return place === undefined ? undefined : place + 1
}

interface Patch {
  readonly enabled?: boolean
  readonly lifetime?: number | null
  readonly grants?: Grants
}

function updateRootKey(target: Target, patch: Patch): Intent {
  return {
    plan(model) {
      const place = chooseOther(model, target)
      if (place === undefined) return undefined
      const { lifetime, enabled } = patch
      const expires = typeof lifetime === "number" ? model.now + lifetime : lifetime
      const permissions = patch.grants && grantsOf(model, patch.grants)
      const body = {
        rootKeyId: at(model.rootKeys, place).id,
        ...(enabled !== undefined && { enabled }),
        ...(expires !== undefined && { expires }),
        ...(permissions !== undefined && { permissions }),
      }
      return managing(model, "rootKeys.updateRootKey", body, (model, seen) => {
        const rootKey = at(model.rootKeys, place)
        if (rootKey.isDeleted) return "404 data/root_key_not_found"
        const wanted = {
          enabled: enabled ?? rootKey.enabled,
          expires: expires === undefined ? rootKey.expires : (expires ?? undefined),
          grants: permissions ?? rootKey.grants,
        }
        change(model, rootKey, wanted, "root_key.updated")
        return { data: showRootKey(model, rootKey, seen) }
      })
    },
  }
}

function rerollRootKey(target: Target, expiration: number): Intent {
  return {
    plan(model) {
      const place = chooseOther(model, target)
      if (place === undefined) return undefined
      const body = { rootKeyId: at(model.rootKeys, place).id, expiration }
      return managing(model, "rootKeys.rerollRootKey", body, (model, seen) => {
        const old = at(model.rootKeys, place)
        if (old.isDeleted) return "404 data/root_key_not_found"
        const { grants, enabled, expires } = old
        const answer = addRootKey(model, { grants, enabled, expires }, seen)
        const end = Math.min(model.now + expiration, expires ?? Number.POSITIVE_INFINITY)
        if (end !== expires) Object.assign(old, { expires: end, updatedAt: model.now })
        expectEvent(model, "root_key.rerolled", old)
        return answer
      })
    },
  }
}

function deleteRootKey(target: Target): Intent {
  return {
    plan(model) {
      const place = chooseOther(model, target)
      if (place === undefined) return undefined
      return managing(model, "rootKeys.deleteRootKey", { rootKeyId: at(model.rootKeys, place).id }, (model) => {
        const rootKey = at(model.rootKeys, place)
        if (rootKey.isDeleted) return "404 data/root_key_not_found"
        rootKey.isDeleted = true
        expectEvent(model, "root_key.deleted", rootKey)
        return { data: {} }
      })
    },
  }
}

const grants: fc.Arbitrary<Grants> = fc.record({
  scope: fc.constantFrom("all", "verify", "verify", "verify one", "verify one", "read"),
  pick,
})
const patch: fc.Arbitrary<Patch> = optional<Required<Patch>>({
  enabled: fc.boolean(),
  lifetime: fc.option(lifetime),
  grants,
})

export const rootKeyIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: grants.map(createRootKey) },
  { weight: 5, arbitrary: fc.tuple(target, patch).map(([which, wanted]) => updateRootKey(which, wanted)) },
  {
    weight: 1,
    arbitrary: fc.tuple(target, fc.constantFrom(0, 1, 700)).map(([which, time]) => rerollRootKey(which, time)),
  },
  { weight: 1, arbitrary: target.map(deleteRootKey) },
)
