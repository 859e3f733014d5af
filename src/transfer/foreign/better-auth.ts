import { dayMs } from "../../core/durations.ts"
import type { Candidate } from "./foreign-key.ts"

/** A row of the better-auth table `apikey`, with the documented column names. */
type Row = Readonly<Record<string, unknown>>

/** A table without these columns is not a better-auth table. */
const required = ["id", "key", "enabled"]
const owners = ["referenceId", "userId"]

/** Maps column names to the documented ones, because drivers and ORMs write `rateLimitMax` or `rate_limit_max`. */
export function betterAuthNames(columns: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(columns.map((column) => [column, camelCase(column)]))
  const known = new Set(names.values())
  const missing = [
    ...required.filter((name) => !known.has(name)),
    ...(owners.some((name) => known.has(name)) ? [] : owners),
  ]
  if (missing.length > 0) {
    throw new Error(`The table is not a better-auth table: it lacks the column ${missing.join(" or ")}.`)
  }
  return names
}

interface Conversion {
  readonly names: ReadonlyMap<string, string>
  /** Imports keys with their current balance but without refill intervals that Keyward does not support. */
  readonly dropsRefills: boolean
}

/** Converts a row to a key, or reports why Keyward cannot represent it. */
export function betterAuthCandidate(stored: Row, line: number, { names, dropsRefills }: Conversion): Candidate {
  const row = Object.fromEntries(Object.entries(stored).map(([column, value]) => [names.get(column) ?? column, value]))
  const at = { line, id: String(row.id) }
  try {
    return { ...at, value: keyOf(row, dropsRefills) }
  } catch (error) {
    if (error instanceof Unmappable) return { ...at, reason: error.message }
    throw error
  }
}

/** A value of the row has no equivalent in Keyward. */
class Unmappable extends Error {}

function keyOf(row: Row, dropsRefills: boolean): Record<string, unknown> {
  return {
    hash: hashOf(row.key),
    ...present("name", text(row, "name")),
    ...present("start", text(row, "start")),
    ...present("externalId", text(row, "referenceId") ?? text(row, "userId")),
    enabled: truth(row, "enabled") ?? true,
    ...present("expires", time(row, "expiresAt")),
    ...present("createdAt", time(row, "createdAt")),
    ...present("lastUsedAt", time(row, "lastRequest")),
    ...present("credits", creditsOf(row, dropsRefills)),
    ratelimits: ratelimitsOf(row),
    permissions: permissionsOf(row),
    meta: metaOf(row),
  }
}

/** Unless configured otherwise, better-auth stores a SHA-256 in base64url. */
function hashOf(key: unknown): string {
  if (typeof key === "string" && /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/.test(key)) {
    return `${key.slice(0, 43).replaceAll("-", "+").replaceAll("_", "/")}=`
  }
  throw new Unmappable(
    "`key` is not a SHA-256 in base64url: better-auth stored this key in plaintext, or with another hash",
  )
}

function creditsOf(row: Row, dropsRefills: boolean): object | undefined {
  const remaining = integer(row, "remaining")
  // A key without a remaining count is unlimited, so it has nothing to refill.
  if (remaining === undefined) return undefined
  const [amount, interval] = [integer(row, "refillAmount"), integer(row, "refillInterval")]
  if (amount === undefined || interval === undefined) return { remaining }
  if (interval === dayMs) return { remaining, refill: { interval: "daily", amount } }
  if (dropsRefills) return { remaining }
  throw new Unmappable(
    `it refills every ${interval} ms, but Keyward refills daily or monthly; --without-refills imports it with its remaining ${remaining} credits and no refill`,
  )
}

function ratelimitsOf(row: Row): readonly object[] {
  if (truth(row, "rateLimitEnabled") === false) return []
  const [limit, duration] = [integer(row, "rateLimitMax"), integer(row, "rateLimitTimeWindow")]
  if (limit === undefined || duration === undefined) return []
  return [{ name: "requests", limit, duration, autoApply: true }]
}

/** `{"files":["read","write"]}` becomes `files.read` and `files.write`. */
function permissionsOf(row: Row): readonly string[] {
  const permissions = json(row, "permissions")
  if (permissions === undefined) return []
  if (!isObject(permissions)) throw new Unmappable("`permissions` is not an object of arrays")
  return Object.entries(permissions).flatMap(([resource, actions]) => {
    if (!Array.isArray(actions)) throw new Unmappable("`permissions` is not an object of arrays")
    return actions.map((action) => `${resource}.${String(action)}`)
  })
}

function metaOf(row: Row): object {
  const metadata = json(row, "metadata")
  if (metadata === undefined) return {}
  if (isObject(metadata)) return metadata
  throw new Unmappable("`metadata` is not an object")
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function present(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function text(row: Row, name: string): string | undefined {
  const value = row[name]
  return isAbsent(value) || value === "" ? undefined : String(value)
}

function integer(row: Row, name: string): number | undefined {
  const value = row[name]
  if (isAbsent(value)) return undefined
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new Unmappable(`\`${name}\` is not an integer`)
}

/** SQLite stores booleans as numbers. */
function truth(row: Row, name: string): boolean | undefined {
  const value = row[name]
  if (isAbsent(value)) return undefined
  if (value === true || value === 1 || value === "1" || value === "true") return true
  if (value === false || value === 0 || value === "0" || value === "false") return false
  throw new Unmappable(`\`${name}\` is neither true nor false`)
}

/** Key times lie between 1973 and 5138, so a smaller number must be in seconds. */
const leastMilliseconds = 100_000_000_000

/** Drivers store times as dates, text, seconds or milliseconds. */
function time(row: Row, name: string): number | undefined {
  const value = row[name]
  if (isAbsent(value)) return undefined
  if (value instanceof Date) return value.getTime()
  const number = typeof value === "string" && !/^\d+$/.test(value) ? instantOf(value) : Number(value)
  if (!Number.isFinite(number)) throw new Unmappable(`\`${name}\` is not a time`)
  return Math.trunc(number < leastMilliseconds ? number * 1000 : number)
}

/** SQLite writes UTC times without a zone. */
function instantOf(written: string): number {
  const [, day, clock, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/.exec(written) ?? []
  return Date.parse(day === undefined ? "" : `${day}T${clock}${zone ?? "Z"}`)
}

/** Some versions of better-auth encoded JSON twice. */
function json(row: Row, name: string): unknown {
  const value = row[name]
  if (isAbsent(value) || value === "") return undefined
  const once = typeof value === "string" ? parsed(value, name) : value
  const twice = typeof once === "string" ? parsed(once, name) : once
  return twice === null ? undefined : twice
}

function parsed(value: string, name: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Unmappable(`\`${name}\` is not JSON`)
  }
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
