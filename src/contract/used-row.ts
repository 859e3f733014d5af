import { isIpAddress } from "./cidr.ts"
import { isCleanText } from "./primitives.ts"

const codes = ["VALID", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "NOT_FOUND"] as const

/** Decisions of a verifier that are equal: docs/verifier-protocol.md#a-row-of-used. */
export interface UsedRow {
  readonly ticket?: string | undefined
  readonly code: (typeof codes)[number]
  readonly tags?: readonly string[] | undefined
  readonly ip?: string | undefined
  readonly missing?: string | undefined
  readonly count: number
  readonly last: number
}

/** Verifiers send thousands of rows per second, which a schema would take ten times as long to read. */
export function readUsedRow(row: unknown): UsedRow | undefined {
  if (typeof row !== "object" || row === null) return undefined
  const { ticket, code, tags, ip, missing, count, last }: Partial<Record<keyof UsedRow, unknown>> = row
  if (!isCode(code) || !isWhole(count, 1, 1_000_000_000) || !isWhole(last, 0, Number.MAX_SAFE_INTEGER)) return undefined
  if (ticket !== undefined && !isTicket(ticket)) return undefined
  if (tags !== undefined && !areTags(tags)) return undefined
  if (ip !== undefined && !(isText(ip, 64) && isIpAddress(ip))) return undefined
  if (missing !== undefined && !isText(missing, 1_000)) return undefined
  // JSON has -0, too.
  return { ticket, code, tags, ip, missing, count, last: last + 0 }
}

function isCode(code: unknown): code is UsedRow["code"] {
  return codes.some((one) => one === code)
}

function isWhole(value: unknown, minimum: number, maximum: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum
}

function isTicket(value: unknown): value is string {
  return typeof value === "string" && hasAtMost(value, 1_000)
}

function areTags(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 20 && value.every((tag) => isText(tag, 512))
}

function isText(value: unknown, maximum: number): value is string {
  return typeof value === "string" && value.length > 0 && hasAtMost(value, maximum) && isCleanText(value)
}

/** Counts code points, as schemas do. n of them are n to 2n UTF-16 units. */
function hasAtMost(text: string, maximum: number): boolean {
  if (text.length <= maximum) return true
  return text.length <= 2 * maximum && [...text].length <= maximum
}
