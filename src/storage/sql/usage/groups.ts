import type { UsageCounts, UsageDimension, UsageQuery } from "../../port/usage.ts"
import { creditsOutcome } from "./outcomes.ts"
import { type CellRow, foldedLabel, type Part, type RankedRow } from "./statements.ts"

/** What the rows of a part count: the shown groups, all groups, each call once, or calls that a quota refused. */
export type CountKind = "group" | "all" | "overall" | "quota"

interface Assembly {
  readonly query: UsageQuery
  /** The parts in the order of their numbers in the rows. */
  readonly read: Readonly<Record<CountKind, readonly Part[]>>
  readonly rows: readonly CellRow[]
  /** The groups to show; undefined shows all. */
  readonly top: readonly RankedRow[] | undefined
  readonly hasMore: boolean
}

/** The dimensions of a group, in numbers of usage_names. */
export type GroupName = Pick<RankedRow, "scope_number" | "key_number" | "identity_number" | "label" | "outcome">

export interface NumberedGroup extends UsageCounts {
  readonly name: GroupName | "other"
  readonly groupBy: readonly UsageDimension[]
}

/** Adds up rows by group and interval. */
export function assembleGroups({ query, read, rows, top, hasMore }: Assembly) {
  const { times, groupBy } = query
  const groups = new Map<string, { readonly name: GroupName; readonly counts: Counts }>()
  const named = (name: GroupName) => {
    const text = textOf(name)
    const known = groups.get(text) ?? { name, counts: newCounts(times.length) }
    groups.set(text, known)
    return known.counts
  }
  for (const row of top ?? []) named(row)
  if (groupBy.length === 0) named(nameless)
  const totals = { all: newCounts(times.length), overall: newCounts(times.length), quota: newCounts(times.length) }
  const parts = (["group", "all", "overall", "quota"] as const).flatMap((role) =>
    read[role].map((part) => ({ role, part })),
  )
  let isCoarse = false
  for (const row of rows) {
    const found = parts[Number(row.part)]
    if (found === undefined) continue
    const { role, part } = found
    isCoarse ||= (row.rolled ?? 0) > 0
    const name = nameOf(row, groupBy)
    if (role === "group" && top !== undefined && !groups.has(textOf(name))) continue
    addRow(role === "group" ? named(name) : totals[role], row, { part, times })
  }
  const shown = [...groups.values()].map(({ name, counts }) => ({ name, groupBy, ...counts })).filter(isNotEmpty)
  const sum = hasMore ? totals.all : sumOf(shown, times.length)
  return {
    groups: withOther(shown, { all: sum, query }),
    overall: read.overall.length > 0 ? totals.overall : sum,
    isCoarse,
    refusedByQuota: sizeOf(totals.quota),
  }
}

/** Largest first, then what is left of all groups. Identifiers that are not counted separately belong to the rest. */
function withOther(
  groups: readonly NumberedGroup[],
  { all, query }: { readonly all: Counts; readonly query: UsageQuery },
): readonly NumberedGroup[] {
  const { groupBy, limit, filter } = query
  const isShown = ({ name }: NumberedGroup) => filter.type !== "limits" || name === "other" || !isFolded(name)
  const sorted = groups.filter(isShown).toSorted((one, another) => sizeOf(another) - sizeOf(one))
  const shown = sorted.slice(0, limit)
  // Rows change while they are read, so no difference may become negative.
  const other = { name: "other" as const, groupBy, ...difference(all, shown) }
  return isNotEmpty(other) && groupBy.length > 0 ? [...shown, other] : shown
}

interface Counts {
  readonly counts: number[]
  readonly creditCounts: number[]
}

function newCounts(length: number): Counts {
  return { counts: new Array<number>(length).fill(0), creditCounts: new Array<number>(length).fill(0) }
}

const nameless: GroupName = { scope_number: 0, key_number: 0, identity_number: 0, label: "", outcome: "" }

/** Credits belong to valid verifications. */
function nameOf(row: CellRow, groupBy: readonly UsageDimension[]): GroupName {
  const { scope_number, key_number, identity_number, label } = row
  const outcome = row.outcome === creditsOutcome ? "VALID" : row.outcome
  return { scope_number, key_number, identity_number, label, outcome: groupBy.includes("outcome") ? outcome : "" }
}

function textOf({ scope_number, key_number, identity_number, label, outcome }: GroupName): string {
  return `${scope_number}/${key_number}/${identity_number}/${outcome}/${label}`
}

function addRow(
  { counts, creditCounts }: Counts,
  row: CellRow,
  { part: { segment, isNegative }, times }: { readonly part: Part; readonly times: readonly number[] },
): void {
  const into = row.outcome === creditsOutcome ? creditCounts : counts
  const slots = segment.isSummed ? [segment.slots[0] ?? 0] : segment.slots
  const timeOf = (slot: number) => row.period + slot * segment.slotMs
  // A large response has hundreds of thousands of counts. Slots ascend, so only the first is searched for.
  let index = lastAtMost(times, timeOf(slots[0] ?? 0))
  slots.forEach((slot, column) => {
    while ((times[index + 1] ?? Number.POSITIVE_INFINITY) <= timeOf(slot)) index += 1
    into[index] = (into[index] ?? 0) + (row[`s${column}`] ?? 0) * (isNegative ? -1 : 1)
  })
}

/** The index of the interval that contains a time. */
function lastAtMost(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}

function difference(whole: UsageCounts, parts: readonly UsageCounts[]): Counts {
  const taken = sumOf(parts, whole.counts.length)
  const left = (field: keyof UsageCounts) =>
    whole[field].map((count, index) => Math.max(0, count - (taken[field][index] ?? 0)))
  return { counts: left("counts"), creditCounts: left("creditCounts") }
}

function sumOf(groups: readonly UsageCounts[], length: number): Counts {
  const total = newCounts(length)
  for (const field of ["counts", "creditCounts"] as const) {
    for (const group of groups) {
      group[field].forEach((count, index) => {
        total[field][index] = (total[field][index] ?? 0) + count
      })
    }
  }
  return total
}

function isNotEmpty({ counts, creditCounts, groupBy }: NumberedGroup): boolean {
  return groupBy.length === 0 || counts.some(Boolean) || creditCounts.some(Boolean)
}

function sizeOf({ counts }: UsageCounts): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Whether a group counts labels that are not counted separately. */
export function isFolded({ label }: GroupName): boolean {
  return label === foldedLabel
}
