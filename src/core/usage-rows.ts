import { csvLine } from "./csv-line.ts"

/** An entry of usage.listUsage. */
export interface UsedRow {
  readonly keyId?: string | undefined
  readonly name?: string | undefined
  readonly apiId?: string | undefined
  readonly identity?: { readonly id: string; readonly externalId?: string | undefined } | undefined
  readonly tag?: string | undefined
  readonly folded?: boolean | undefined
  readonly deleted?: boolean | undefined
  readonly verifications: number
  readonly credits: number
  readonly previous?: Used | undefined
}

export interface Used {
  readonly verifications: number
  readonly credits: number
}

type Dimension = "key" | "identity" | "api" | "tag"

/** What an entry is called. One that names no object holds all that have none. */
export function usedRowName(row: UsedRow, dimension: Dimension): string {
  const { keyId, name, apiId, identity, tag, folded } = row
  if (dimension === "key") return name ?? keyId ?? "(unknown keys)"
  if (dimension === "identity") return identity?.externalId ?? identity?.id ?? "(no customer)"
  if (dimension === "api") return name ?? apiId ?? "(unknown keys)"
  return folded ? "(folded tags)" : (tag ?? "(no tag)")
}

/** The part of a whole, from 0 to 1. */
export function shareOf(value: number, whole: number): number {
  return whole === 0 ? 0 : value / whole
}

interface Sheet {
  readonly dimension: Dimension
  /** Of all entries, on all pages. */
  readonly total: Used
  /** The name of an API, if it is known. */
  nameOfApi(apiId: string): string | undefined
}

/** A table for spreadsheets. Counts are exact, and a share is a part of 1. */
export function usedRowsCsv(rows: readonly UsedRow[], { dimension, total, nameOfApi }: Sheet): string {
  const names = nameColumns[dimension]
  const lines = rows.map((row) => {
    const { identity, apiId, deleted, previous } = row
    const texts: Readonly<Record<string, string | undefined>> = {
      keyId: row.keyId,
      name: usedRowName(row, dimension),
      customer: dimension === "identity" ? usedRowName(row, dimension) : identity?.externalId,
      identityId: identity?.id,
      apiId,
      api: dimension === "api" ? usedRowName(row, dimension) : apiId && nameOfApi(apiId),
      tag: usedRowName(row, dimension),
      deleted: deleted ? "yes" : undefined,
    }
    const amounts = (["credits", "verifications"] as const).flatMap((kind) => [
      row[kind],
      Number(shareOf(row[kind], total[kind]).toFixed(6)),
      previous?.[kind],
      previous && row[kind] - previous[kind],
    ])
    return csvLine([...names.map((column) => texts[column]), ...amounts])
  })
  return [csvLine([...names, ...amountColumns]), ...lines].map((line) => `${line}\r\n`).join("")
}

const nameColumns: Readonly<Record<Dimension, readonly string[]>> = {
  key: ["keyId", "name", "customer", "identityId", "apiId", "api", "deleted"],
  identity: ["customer", "identityId", "deleted"],
  api: ["apiId", "api", "deleted"],
  tag: ["tag"],
}

const amountColumns = ["credits", "verifications"].flatMap((kind) => [
  kind,
  `${kind}Share`,
  `${kind}Before`,
  `${kind}Change`,
])
