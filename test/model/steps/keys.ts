import fc from "fast-check"
import { authenticate } from "../access.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { learn, memberOf, type Seen } from "../learn.ts"
import { presentedText } from "../presented.ts"
import { hasRoomInPlans, isWithinQuotas, noRoomInPlan, refuseByQuota } from "../quota.ts"
import { at, expectEvent, isLiveKey, type Key, type Model } from "../state.ts"
import { calling, type Intent, managing } from "../step.ts"
import { externalId, someNetworks } from "../values.ts"
import { type Attributes, addKey, attributes, newIdentities, wantedIn } from "./new-key.ts"

interface Shape {
  readonly prefix?: string
  readonly ipAllowlist?: readonly string[]
}

export function createKey(target: Target, attributes: Attributes, shape: Shape): Intent {
  return {
    plan(model) {
      const place = choose(model.apis, target, isNotDeleted)
      if (place === undefined) return undefined
      const wanted = wantedIn(model, attributes)
      const body = { apiId: at(model.apis, place).id, ...wanted.members, ...shape }
      return managing(model, "keys.createKey", body, (model, seen) => {
        const api = at(model.apis, place)
        if (api.isDeleted) return "404 data/api_not_found"
        if (!isWithinQuotas(model, { keys: [wanted], identities: newIdentities(model, [attributes]) })) {
          return refuseByQuota(model)
        }
        if (!hasRoomInPlans(model, [{ externalId: attributes.externalId, expires: wanted.expires }]))
          return noRoomInPlan
        const made = minted(shape.prefix ?? api.defaultPrefix, seen)
        const key = addKey(model, api, { wanted, made: { ...made, ipAllowlist: shape.ipAllowlist ?? [] } })
        learn(model, key, "key", memberOf(seen, "keyId"))
        return { data: { keyId: key.id, key: key.text } }
      })
    },
  }
}

/** docs/contract.md#7-key-material: the service chooses the plaintext after the prefix. */
function minted(prefix: string | undefined, seen: Seen) {
  const plaintext = memberOf(seen, "key")
  const lead = prefix === undefined ? "" : `${prefix}_`
  const text = typeof plaintext === "string" && plaintext.startsWith(lead) ? plaintext : `${lead}…`
  const start = text.slice(0, lead.length + 4)
  return { text, longToken: undefined, migration: undefined, origin: "minted", prefix, start } as const
}

/** docs/contract.md#74-reroll, and the new key shares the balance. */
function rerollKey(target: Target, expiration: number): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const body = { keyId: at(model.keys, place).id, expiration }
      return managing(model, "keys.rerollKey", body, (model, seen) => {
        const old = at(model.keys, place)
        if (!isLiveKey(old)) return "404 data/key_not_found"
        const prefix = old.origin === "minted" ? old.prefix : old.api.defaultPrefix
        const successor: Key = {
          ...old,
          ...minted(prefix, seen),
          id: "",
          ratelimits: old.ratelimits.map((limit) => ({ ...limit, id: "" })),
          createdAt: model.now,
          updatedAt: undefined,
          usedAt: [],
        }
        learn(model, successor, "key", memberOf(seen, "keyId"))
        model.keys.push(successor)
        expectEvent(model, "key.created", successor)
        const end = Math.min(model.now + expiration, old.expires ?? Number.POSITIVE_INFINITY)
        if (end !== old.expires) Object.assign(old, { expires: end, updatedAt: model.now })
        expectEvent(model, "key.rerolled", old)
        return { data: { keyId: successor.id, key: successor.text } }
      })
    },
  }
}

function deleteKey(target: Target, permanent: boolean): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      return managing(model, "keys.deleteKey", { keyId: at(model.keys, place).id, permanent }, (model) => {
        const key = at(model.keys, place)
        if (!isLiveKey(key)) return "404 data/key_not_found"
        remove(model, key)
        key.isErased = permanent
        return { data: {} }
      })
    },
  }
}

function remove(model: Model, key: Key): void {
  key.isDeleted = true
  expectEvent(model, "key.deleted", key)
}

/** The key itself is the bearer. */
function revokeSelf(target: Target): Intent {
  return {
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const bearer = presentedText(at(model.keys, place), "usual")
      return calling({ operation: "keys.revokeSelf", body: {}, bearer }, (model) => {
        const caller = authenticate(model, bearer)
        if (typeof caller === "string" || caller.type !== "api_key") return "401 authentication/key_not_found"
        remove(model, caller.key)
        return { data: {} }
      })
    },
  }
}

const shape: fc.Arbitrary<Shape> = fc.record(
  { prefix: fc.constantFrom("acme", "test_x"), ipAllowlist: someNetworks },
  { requiredKeys: [] },
)

export const keyIntents: fc.Arbitrary<Intent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(target, attributes, shape).map(([api, wanted, form]) => createKey(api, wanted, form)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(target, externalId).map(([api, owner]) => createKey(api, { externalId: owner }, {})),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(target, fc.constantFrom(0, 1, 700, 86_400_000)).map(([key, time]) => rerollKey(key, time)),
  },
  { weight: 2, arbitrary: fc.tuple(target, fc.boolean()).map(([key, permanent]) => deleteKey(key, permanent)) },
  { weight: 1, arbitrary: target.map(revokeSelf) },
)
