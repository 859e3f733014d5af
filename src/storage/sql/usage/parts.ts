import type { UsageDimension, UsageQuery } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { labelSegmentsOf, type Segment, segmentsOf } from "./segments.ts"
import { type NumberedFilter, type Source, sourcesOf } from "./sources.ts"
import type { Part } from "./statements.ts"

/** A query, and what its statements have in common. */
export interface Reading {
  readonly engine: Engine
  readonly query: UsageQuery
  readonly filter: NumberedFilter
  /** Hours whose counts are not in days and months yet. */
  readonly pendingHours: readonly number[]
}

/** The rows whose groups are shown. Verifications without tags are what rows by tag leave of all rows. */
export function groupParts(reading: Reading, groupBy: readonly UsageDimension[]): readonly Part[] {
  if (!groupBy.includes("label")) return plainParts(reading, groupBy)
  const { engine, filter } = reading
  const labelled = partsOf(reading, sourcesOf(engine.dialect, filter, groupBy), groupBy)
  if (filter.type === "limits") return labelled.map((part) => ({ ...part, label: "identifier" }))
  const tagged = labelled.map((part) => ({ ...part, label: "tags" as const }))
  if (filter.tag !== undefined) return tagged
  const others = groupBy.filter((dimension) => dimension !== "label")
  const plain = plainParts(reading, others).map((part) => ({ ...part, groupBy }))
  return [...tagged, ...plain, ...labelled.map((part) => ({ ...part, isNegative: true }))]
}

/** Rows whose groups are not told apart by label. */
export function plainParts(reading: Reading, groupBy: readonly UsageDimension[]): readonly Part[] {
  return partsOf(reading, sourcesOf(reading.engine.dialect, reading.filter, groupBy), groupBy)
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
