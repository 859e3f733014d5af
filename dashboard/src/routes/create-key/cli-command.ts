import type { KeysCreateKeyInput, RatelimitInput } from "@keyward/client"
import { jsonText } from "../../parts/fields/json-text.ts"
import { shellQuoted } from "./shell-quoted.ts"

/** The command of the CLI that sends the same request. */
export function cliCommand(request: KeysCreateKeyInput): string {
  const { apiId, ...body } = request
  const flags = flagsOf(body)
  const rest = flags ?? [flag("body", jsonText(body, 0))]
  return [`keyward keys create ${shellQuoted(apiId)}`, ...rest].join(" \\\n  ")
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
    ...textFlag("expires", body.expires === undefined ? undefined : timeText(body.expires)),
    ...textFlag("credits", body.credits?.remaining ?? undefined),
    ...textFlag(
      "refill",
      refill && `${refill.amount}/${refill.interval === "daily" ? "day" : `month@${refill.refillDay}`}`,
    ),
    ...limits.map((limit) => flag("ratelimit", limitText(limit))),
    ...(body.recoverable ? ["--recoverable"] : []),
    ...textFlag("ip-allowlist", body.ipAllowlist?.join(",")),
  ]
}

function textFlag(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [flag(name, String(value))]
}

function flag(name: string, value: string): string {
  // A value that begins like a flag must be joined to its own.
  return `--${name}${value.startsWith("-") ? "=" : " "}${shellQuoted(value)}`
}

function timeText(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z")
}

function limitText({ name, limit, duration, autoApply = false }: RatelimitInput): string {
  return `${name}=${limit}/${durationText(duration)}${autoApply ? "" : ",named"}`
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const

function durationText(ms: number): string {
  const [unit, length] = units.find(([, length]) => ms % length === 0) ?? ["ms", 1]
  return `${ms / length}${unit}`
}
