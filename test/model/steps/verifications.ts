import fc from "fast-check"
import { choose, type Target, target } from "../choose.ts"
import type { Address } from "../names.ts"
import { presentedText } from "../presented.ts"
import { type Query, query } from "../query.ts"
import { at, isLiveKey, type Model } from "../state.ts"
import type { Intent } from "../step.ts"
import { address, duration, limitName, optional, pick } from "../values.ts"
import { type RequestedLimit, verifying } from "../verification.ts"
import { unusedSecret } from "./imports.ts"

export type Caller = "owner" | "foreigner" | Target

/** The key to verify, and the root key that verifies it. */
interface Presentation {
  readonly key: Target | "an unused key" | "a root key"
  readonly form: "usual" | "other"
  readonly caller: Caller
  /** The migration to name, if any: an existing one, or an unknown one. */
  readonly migration: number | undefined
  /** The API to which the request is restricted, if any. */
  readonly keyspace: number | undefined
}

interface Demands {
  readonly query?: Query
  readonly ip?: Address
  readonly cost?: number
  readonly reserve?: { readonly expiresIn?: number }
  readonly ratelimits?: readonly RequestedLimit[]
}

function verify(presentation: Presentation, demands: Demands): Intent {
  return {
    plan(model) {
      const key = textIn(model, presentation)
      const bearer = bearerIn(model, presentation.caller)
      if (key === undefined || bearer === undefined) return undefined
      const named = { migrationId: migrationIn(model, presentation), keyspaces: keyspacesIn(model, presentation) }
      return verifying(model, { key, bearer, ...demands, ...named })
    },
  }
}

function textIn(model: Model, { key, form }: Presentation): string | undefined {
  if (key === "an unused key") return unusedSecret(model, 0)
  if (key === "a root key") return at(model.rootKeys, 0).secret
  const place = choose(model.keys, key, isLiveKey)
  return place === undefined ? undefined : presentedText(at(model.keys, place), form)
}

export function bearerIn(model: Model, caller: Caller): string | undefined {
  if (caller === "owner") return at(model.rootKeys, 0).secret
  if (caller === "foreigner") return model.foreignKey
  const place = choose(model.rootKeys, caller, ({ isDeleted }) => !isDeleted)
  return place === undefined ? undefined : at(model.rootKeys, place).secret
}

function migrationIn({ migrations }: Model, { migration }: Presentation): string | undefined {
  if (migration === undefined) return undefined
  return migrations[migration % (migrations.length + 1)]?.id ?? "mig_nobody_knows"
}

function keyspacesIn({ apis }: Model, { keyspace }: Presentation): readonly string[] | undefined {
  return keyspace === undefined ? undefined : ["api_nobody_knows", at(apis, keyspace % apis.length).id]
}

export const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("owner" as const) },
  { weight: 4, arbitrary: target },
  { weight: 1, arbitrary: fc.constant("foreigner" as const) },
)

const presentation: fc.Arbitrary<Presentation> = fc.record({
  key: fc.oneof(
    { weight: 20, arbitrary: target },
    { weight: 2, arbitrary: fc.constant("an unused key" as const) },
    { weight: 1, arbitrary: fc.constant("a root key" as const) },
  ),
  form: fc.constantFrom("usual", "usual", "usual", "usual", "usual", "other"),
  caller,
  migration: fc.option(pick, { nil: undefined, freq: 2 }),
  keyspace: fc.option(pick, { nil: undefined, freq: 2 }),
})

const requestedLimit: fc.Arbitrary<RequestedLimit> = fc.oneof(
  fc.record({ name: limitName, cost: fc.nat(3) }, { requiredKeys: ["name"] }),
  fc.record(
    { name: limitName, cost: fc.nat(3), limit: fc.integer({ min: 1, max: 5 }), duration },
    { requiredKeys: ["name", "limit", "duration"] },
  ),
)

const reserve = optional<Required<NonNullable<Demands["reserve"]>>>({
  expiresIn: fc.constantFrom(1_000, 1_500, 30_000, 3_600_000, 86_400_000),
})

/** Most verifications require little, because otherwise few would be VALID. */
const demands: fc.Arbitrary<Demands> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ ip: address }) },
  { weight: 2, arbitrary: fc.record({ ip: address, query }) },
  { weight: 2, arbitrary: fc.record({ ip: address, cost: fc.nat(3), reserve }) },
  {
    weight: 2,
    arbitrary: optional<Required<Omit<Demands, "reserve">>>({
      query,
      ip: address,
      cost: fc.nat(3),
      ratelimits: fc.uniqueArray(requestedLimit, { maxLength: 2, selector: ({ name }) => name }),
    }),
  },
)

export const verifications: fc.Arbitrary<Intent> = fc
  .tuple(presentation, demands)
  .map(([who, what]) => verify(who, what))

/** Each key once, as its holder sends it. */
export function verifyEach(model: Model): readonly Intent[] {
  return model.keys.map((_, pick) => ({
    plan: (model) => {
      const key = presentedText(at(model.keys, pick), "usual")
      return verifying(model, { key, bearer: at(model.rootKeys, 0).secret, ip: "10.1.2.3" })
    },
  }))
}
