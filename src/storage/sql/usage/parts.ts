import type { UsageDimension, UsageQuery } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { labelSegmentsOf, type Segment, segmentsOf } from "./segments.ts"
import { type NumberedFilter, type Source, sourcesOf } from "./sources.ts"
import { identifierOf, type Part } from "./statements.ts"

/** A query, and what its statements have in common. */
export interface Reading {
  readonly engine: Engine
  readonly query: UsageQuery
  readonly filter: NumberedFilter
  /** Hours whose counts are not in days and months yet. */
  readonly pendingHours: readonly number[]
}

/** The groups to read, if not all: numbers of usage_names, and labels as they are in results. */
export interface Narrowing {
  readonly keys?: readonly number[] | undefined
  readonly identities?: readonly number[] | undefined
  readonly apis?: readonly number[]
  readonly labels?: readonly string[]
}

/** The rows whose groups are shown. Verifications without tags are what rows by tag leave of all rows. */
export function groupParts(
  reading: Reading,
  groupBy: readonly UsageDimension[],
  { labels, ...narrowing }: Narrowing = {},
): readonly Part[] {
  if (!groupBy.includes("label")) return plainParts(reading, groupBy, narrowing)
  const { engine, filter } = reading
  if (filter.type === "limits") {
    const identifiers = labels?.map(identifierOf) ?? filter.identifiers
    const rows = partsOf(reading, sourcesOf(engine.dialect, { ...filter, identifiers }, groupBy), groupBy)
    return rows.map((part) => ({ ...part, label: "identifier" }))
  }
  const labelled = partsOf(reading, sourcesOf(engine.dialect, { ...filter, ...narrowing }, groupBy), groupBy)
  const tagged = labelled.map((part) => ({ ...part, label: "tags" as const, labels }))
  const hasUntagged = labels === undefined || labels.includes(untagged)
  if (filter.tag !== undefined || !hasUntagged) return tagged
  const others = groupBy.filter((dimension) => dimension !== "label")
  const plain = plainParts(reading, others, narrowing).map((part) => ({ ...part, groupBy }))
  return [...tagged, ...plain, ...labelled.map((part) => ({ ...part, isNegative: true }))]
}

/** The label of verifications without tags in results. */
const untagged = ""

/** Rows whose groups are not told apart by label. Verifications of unknown keys have nothing to narrow by, and stay. */
export function plainParts(
  reading: Reading,
  groupBy: readonly UsageDimension[],
  narrowing: Omit<Narrowing, "labels"> = {},
): readonly Part[] {
  const { engine, filter } = reading
  if (filter.type === "limits") return partsOf(reading, sourcesOf(engine.dialect, filter, groupBy), groupBy)
  const [rows] = sourcesOf(engine.dialect, { ...filter, ...narrowing }, groupBy)
  const [, ...unknownKeys] = sourcesOf(engine.dialect, filter, groupBy)
  return rows === undefined ? [] : partsOf(reading, [rows, ...unknownKeys], groupBy)
}

export function partsOf(
  { query, pendingHours }: Reading,
  sources: readonly Source[],
  groupBy: readonly UsageDimension[],
): readonly Part[] {
  const range = { ...query, pendingHours }
  return sources.flatMap((source) => {
    const segments: readonly Segment[] = source.isLabelled ? labelSegmentsOf(range) : segmentsOf(range)
    return segments.map((segment) => ({ source, segment, groupBy, label: "none", isNegative: false }))
  })
}
