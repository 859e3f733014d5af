import type { KeysCreateKeyInput } from "@keyward/client"
import { storedLimitText } from "../../../../src/core/flag-values/rate.ts"
import { refillText } from "../../../../src/core/flag-values/refill.ts"
import { jsonText } from "../../../../src/core/samples/json-text.ts"
import { shellQuote } from "../../../../src/core/shell-quote.ts"

/** The command of the CLI that sends the same request. */
export function cliCommand(request: KeysCreateKeyInput): string {
  const { apiId, ...body } = request
  const flags = flagsOf(body)
  const rest = flags ?? [flag("body", jsonText(body, 0))]
  return [`keyward keys create ${shellQuote(apiId)}`, ...rest].join(" \\\n  ")
}

/** Undefined if a text holds a character that separates values in a flag, or that people would not see. */
function flagsOf(body: Omit<KeysCreateKeyInput, "apiId">): readonly string[] | undefined {
  const lists = [...(body.roles ?? []), ...(body.permissions ?? [])]
  const limits = body.ratelimits ?? []
  if (lists.some((text) => /[,"]|^\s|\s$/.test(text)) || limits.some(({ name }) => name.includes("="))) return undefined
  if (/[\p{Cc}\p{Cf}]/u.test(`${body.name}${body.externalId}${lists.join("")}`)) return undefined
  const refill = body.credits?.refill
  return [
    ...textFlag("prefix", body.prefix),
    ...textFlag("byte-length", body.byteLength),
    ...textFlag("name", body.name),
    ...textFlag("external-id", body.externalId),
    ...textFlag("meta", body.meta && jsonText(body.meta, 0)),
    ...textFlag("roles", body.roles?.join(",")),
    ...textFlag("permissions", body.permissions?.join(",")),
    ...(body.scoped ? ["--scoped"] : []),
    ...textFlag("expires", body.expires === undefined ? undefined : timeText(body.expires)),
    ...textFlag("credits", body.credits?.remaining ?? undefined),
    ...textFlag("refill", refill ? refillText(refill) : undefined),
    ...limits.map(({ autoApply = false, ...limit }) => flag("ratelimit", storedLimitText({ ...limit, autoApply }))),
    ...(body.recoverable ? ["--recoverable"] : []),
    ...textFlag("ip-allowlist", body.ipAllowlist?.join(",")),
  ]
}

function textFlag(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [flag(name, String(value))]
}

function flag(name: string, value: string): string {
  // A value that begins like a flag must be joined to its own.
  return `--${name}${value.startsWith("-") ? "=" : " "}${shellQuote(value)}`
}

function timeText(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z")
}
