import type { Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { momentIn } from "../operation/values/moment.ts"

/** Flags that choose which verifications are shown. */
export const usageFilterFlags = {
  since: "value",
  api: "value",
  customer: "value",
  key: "value",
  workspace: "value",
  limit: "value",
} as const

export const usageFilterRows: readonly (readonly [string, string])[] = [
  ["--api API_ID", "Only verifications of keys of this API."],
  ["--customer ID", "Only verifications of this customer: id or external id of the identity."],
  ["--key KEY_ID", "Only verifications of this key."],
  ["--workspace ID", "The workspace to show. An operator must name one."],
]

/** The time that `--since` names: 7d means 7 days ago. */
export function sinceOf(given: ReadonlyMap<string, string>, { now }: Invocation, usual: string): number {
  const text = given.get("since") ?? usual
  const moment = momentIn(text, { now: now(), direction: "back" })
  if (moment !== undefined) return moment
  throw new UsageError(
    `--since must be a duration such as 7d, or a date such as 2026-01-31, not ${JSON.stringify(text)}.`,
  )
}

export function limitOf(given: ReadonlyMap<string, string>): { readonly limit?: number } {
  const text = given.get("limit")
  if (text === undefined) return {}
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new UsageError(`--limit must be a number from 1 to 100, not ${JSON.stringify(text)}.`)
  return { limit: Number(text) }
}

export function filterOf(given: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const fields = { api: "apiId", customer: "identity", workspace: "workspaceId" }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([flag, field]) => {
      const value = given.get(flag)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

export function refuseTwoFormats(given: ReadonlyMap<string, string>): void {
  if (given.has("csv") && given.has("json")) throw new UsageError("--csv and --json cannot be combined.")
}

export function oneOf(flag: string, choices: readonly string[], text: string): UsageError {
  return new UsageError(`--${flag} must be one of ${choices.join(", ")}, not ${JSON.stringify(text)}.`)
}
