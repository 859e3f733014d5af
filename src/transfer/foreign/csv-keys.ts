import { nearest } from "../../core/nearest.ts"
import { type CsvRecord, csvRecords } from "./csv.ts"
import type { Candidate } from "./foreign-key.ts"

type Convert = (text: string) => { readonly value: unknown } | { readonly reason: string }

const asText: Convert = (text) => ({ value: text })

const asJson: Convert = (text) => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: "is not JSON" }
  }
}

const asTime: Convert = (text) => {
  if (/^\d+$/.test(text)) return { value: Number(text) }
  const isInstant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const instant = isInstant ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) return { reason: "must be Unix milliseconds, or a time such as 2026-01-31T12:00:00Z" }
  return { value: instant }
}

const asTruth: Convert = (text) => {
  if (text === "true" || text === "false") return { value: text === "true" }
  return { reason: "must be true or false" }
}

const asCount: Convert = (text) => (/^\d+$/.test(text) ? { value: Number(text) } : { reason: "must be an integer" })

const asWords: Convert = (text) => ({ value: text.split(/\s+/).filter((word) => word !== "") })

/** The allowed columns, in any order. Only `hash` is required; an empty field counts as absent. */
export const csvColumns: Readonly<Record<string, { readonly convert: Convert; readonly purpose: string }>> = {
  hash: { convert: asText, purpose: "SHA-256 of the key, 64 hex digits or 44 characters of base64. Required." },
  algorithm: { convert: asText, purpose: "sha256, or prefixed_api_key: then the hash is that of the long token." },
  name: { convert: asText, purpose: "For people." },
  externalId: { convert: asText, purpose: "Your id of the owner; its identity is created if unknown." },
  enabled: { convert: asTruth, purpose: "true or false; true if empty." },
  expires: { convert: asTime, purpose: "Unix milliseconds, or a time such as 2026-01-31T12:00:00Z." },
  createdAt: { convert: asTime, purpose: "The same; the time of the import if empty." },
  lastUsedAt: { convert: asTime, purpose: "The same." },
  start: { convert: asText, purpose: "First characters of the key, for people to distinguish keys." },
  permissions: { convert: asWords, purpose: "Slugs separated by spaces; unknown ones are created." },
  roles: { convert: asJson, purpose: 'JSON array of names of roles that exist, such as ["editor"].' },
  credits: { convert: asCount, purpose: "Remaining uses; unlimited if empty." },
  refill: { convert: asJson, purpose: 'JSON such as {"interval":"daily","amount":1000}.' },
  ratelimits: { convert: asJson, purpose: "JSON array, each entry as in keys.createKey." },
  meta: { convert: asJson, purpose: "JSON object." },
}

/** Reads the whole file first, so an invalid file is rejected before anything changes. */
export async function checkCsv(chunks: AsyncIterable<Uint8Array>, note: (records: number) => void): Promise<number> {
  let records = 0
  for await (const record of csvRecords(chunks)) {
    if (records === 0) requireColumns(record)
    else note(1)
    records += 1
  }
  if (records === 0) throw new Error("The file is empty: the first line must name the columns, at least hash.")
  return records - 1
}

const groupLength = 200
/** In characters. */
const groupSize = 1024 * 1024

/** Reads the keys. The caller must have checked the file. */
export async function* csvCandidates(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Candidate[]> {
  let columns: readonly string[] | undefined
  let group: Candidate[] = []
  let size = 0
  for await (const record of csvRecords(chunks)) {
    if (columns === undefined) {
      columns = requireColumns(record)
      continue
    }
    group.push(candidateOf(record, columns))
    size += record.fields.reduce((sum, field) => sum + field.length, 0)
    if (group.length < groupLength && size < groupSize) continue
    yield group
    group = []
    size = 0
  }
  yield group
}

function requireColumns({ fields }: CsvRecord): readonly string[] {
  const names = fields.map((field) => field.trim())
  const known = Object.keys(csvColumns)
  const [only = ""] = names
  if (names.length === 1 && only.includes(";")) throw new Error("Separate the columns with commas, not semicolons.")
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) throw new Error(`The column ${JSON.stringify(name)} appears twice.`)
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    const hint = meant === undefined ? `Columns are ${known.join(", ")}` : `Did you mean ${meant}?`
    throw new Error(`Unknown column ${JSON.stringify(name)}. ${hint}${hint.endsWith("?") ? "" : "."}`)
  }
  if (!names.includes("hash")) throw new Error("The column hash is missing: the first line must name the columns.")
  return names
}

function candidateOf({ line, fields }: CsvRecord, columns: readonly string[]): Candidate {
  const at = { line, id: undefined }
  if (fields.length !== columns.length) {
    return { ...at, reason: `it has ${fields.length} fields instead of ${columns.length}` }
  }
  const value: Record<string, unknown> = {}
  for (const [index, name] of columns.entries()) {
    const text = fields[index] ?? ""
    if (text === "") continue
    const converted = csvColumns[name]?.convert(text) ?? { value: text }
    if ("reason" in converted) return { ...at, reason: `\`${name}\` ${converted.reason}` }
    value[name] = converted.value
  }
  const { credits, refill, ...rest } = value
  if (credits === undefined) {
    return refill === undefined ? { ...at, value: rest } : { ...at, reason: "`refill` needs `credits`" }
  }
  return { ...at, value: { ...rest, credits: { remaining: credits, ...(refill !== undefined && { refill }) } } }
}
