import type { Refusal } from "../generated/key-checks.gen.ts"

export type LocalCode = "VALID" | "NOT_FOUND" | Refusal

/** Local decisions that are equal, as the protocol sends them. */
export interface UsedRow {
  readonly ticket: string | undefined
  readonly code: LocalCode
  readonly tags: readonly string[] | undefined
  readonly ip: string | undefined
  readonly missing: string | undefined
  count: number
  last: number
}
