import { readAddress } from "../generated/cidr.gen.ts"
import type { KeysVerifyKeyInput } from "../generated/types.gen.ts"

/** Whether the text can be a key that is asked about by its hash. Others are rare, so HTTP judges them. */
function isPlainKey(key: unknown): key is string {
  return typeof key === "string" && plainKey.test(key)
}

const plainKey = /^[ -~]{1,512}$/

/** Whether the connection can carry the request. HTTP says what is wrong with others. */
export function isAskable(input: KeysVerifyKeyInput): boolean {
  return isPlainKey(input?.key) && Object.keys(input).every((name) => askable.has(name))
}

const askable = new Set([
  "key",
  "permissions",
  "credits",
  "ratelimits",
  "ip",
  "tags",
  "migrationId",
  "keyspaces",
] satisfies (keyof KeysVerifyKeyInput)[] as string[])

/**
 * Whether a record can decide the request. False also for whatever the server could refuse as invalid, so that it does. The
 * permission query is left to its parser.
 */
export function isDecidable(input: KeysVerifyKeyInput): boolean {
  if (!isPlainKey(input?.key)) return false
  for (const name in input) {
    const value: unknown = input[name as keyof KeysVerifyKeyInput]
    if (value !== undefined && name !== "key" && !checks.get(name)?.(value)) return false
  }
  return true
}

const checks = new Map<string, (value: unknown) => boolean>([
  ["permissions", (value) => isTextUpTo(value, 1_000)],
  ["ip", (value) => isTextUpTo(value, 64) && readAddress(value) !== undefined],
  ["tags", (value) => isListOfTexts(value, 20, 512)],
  ["keyspaces", (value) => isListOfTexts(value, 100, 255) && value.length > 0],
  ["ratelimits", (value) => Array.isArray(value) && value.length === 0],
  ["credits", isPrice],
])

const highestCost = 1_000_000_000_000

function isPrice(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false
  const { cost, ...rest }: { readonly cost?: unknown } = value
  return Number.isInteger(cost) && Number(cost) >= 0 && Number(cost) <= highestCost && Object.keys(rest).length === 0
}

function isListOfTexts(value: unknown, most: number, longest: number): value is readonly string[] {
  return Array.isArray(value) && value.length <= most && value.every((item) => isTextUpTo(item, longest))
}

/** Counts UTF-16 units, so it is stricter than the server, which counts characters. */
function isTextUpTo(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= longest && cleanText.test(value)
}

/** Without U+0000 and halves of surrogate pairs, which the server refuses. */
const cleanText = /^[^\0\p{Cs}]*$/u
