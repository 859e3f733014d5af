import { type CheckedRequest, firstFailure } from "../generated/key-checks.gen.ts"
import { createMemo } from "../generated/memo.gen.ts"
import { type ParsedPermissionQuery, parsePermissionQuery } from "../generated/permission-query.gen.ts"
import type { KeysVerifyKeyInput } from "../generated/types.gen.ts"
import type { HeldKey } from "./held-key.ts"
import type { LocalCode } from "./used-row.ts"

/** The bounds of the server's time. */
export interface TimeBounds {
  readonly earliest: number
  readonly latest: number
}

/** The code for a decidable request, or undefined if the verifier must ask. Follows docs/verifier-protocol.md#deciding-locally. */
export function decide(
  held: HeldKey,
  input: KeysVerifyKeyInput,
  { earliest, latest }: TimeBounds,
): LocalCode | undefined {
  const query = input.permissions === undefined ? undefined : queries(input.permissions, parsePermissionQuery)
  if (query?.ok === false) return undefined
  if (held.until !== null && latest >= held.until) return undefined
  if (input.keyspaces !== undefined && !input.keyspaces.includes(held.record.data.apiId)) return "NOT_FOUND"
  const request: CheckedRequest = { query: query?.query, ip: input.ip }
  const code = firstFailure(held, request, earliest)?.refusal.code ?? "VALID"
  if (held.expires === null) return code
  const later = firstFailure(held, request, latest)?.refusal.code ?? "VALID"
  return later === code ? code : undefined
}

/** Parsing is slower than the rest of a decision, and an application has few queries. */
const queries = createMemo<ParsedPermissionQuery>(1_000)
