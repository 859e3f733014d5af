import { parseAllowList } from "../generated/cidr.gen.ts"
import type { CheckedFacts } from "../generated/key-checks.gen.ts"
import type { KeysVerifyKeyOutput } from "../generated/types.gen.ts"
import type { Success } from "../result.ts"
import type { KeyRecord } from "./messages.ts"
import type { LocalCode, UsedRow } from "./used-row.ts"

/** A decision. Calls share it, so it is frozen. */
export type LocalResult = Success<KeysVerifyKeyOutput>

/** A record in one object, because every further one is a miss of the processor's cache when thousands of keys are in use. */
export interface HeldKey extends CheckedFacts {
  readonly record: KeyRecord
  readonly until: number | null
  valid: LocalResult | undefined
  /** Made once per code. */
  readonly refusals: Partial<Record<LocalCode, LocalResult>>
  /** The row that counted the latest use, so that most uses need no lookup. */
  latestUse: UsedRow | undefined
}

export function heldKey(record: KeyRecord): HeldKey {
  const [apiNetworks = [], keyNetworks = []] = record.networks ?? []
  return {
    record: freeze(record),
    enabled: record.refused === undefined,
    identityEnabled: true,
    expires: record.expires ?? null,
    until: record.until ?? null,
    apiIpAllowlist: parseAllowList(apiNetworks),
    ipAllowlist: parseAllowList(keyNetworks),
    permissions: record.data.permissions,
    valid: undefined,
    refusals: {},
    latestUse: undefined,
  }
}

export function resultOf(held: HeldKey, code: LocalCode): LocalResult {
  const { record, refusals } = held
  if (code === "VALID") {
    held.valid ??= localResult(verdictOf(record, code))
    return held.valid
  }
  refusals[code] ??= localResult(verdictOf(record, code))
  return refusals[code]
}

function verdictOf({ data }: KeyRecord, code: LocalCode): KeysVerifyKeyOutput {
  if (code === "NOT_FOUND") return { valid: false, code }
  const verdict = code === "VALID" ? { valid: true, code, ...data, ratelimits: [] } : { valid: false, code, ...data }
  // The record has the other fields of the response, as the protocol says.
  return verdict as unknown as KeysVerifyKeyOutput
}

function localResult(data: KeysVerifyKeyOutput): LocalResult {
  return freeze({
    data,
    requestId: "local",
    get headers() {
      return new Headers()
    },
  })
}

/** With everything inside. A getter is left alone. */
function freeze<Value extends object>(value: Value): Value {
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
    const inner: unknown = descriptor.value
    if (typeof inner === "object" && inner !== null && !Object.isFrozen(inner)) freeze(inner)
  }
  return Object.freeze(value)
}
