import { formatRange, parseRange, rangeBetween } from "./range.ts"

/** The search of every page in a workspace. A text that names no time range is left out. */
export function rangeSearch(search: Record<string, unknown>): { range?: string | undefined } {
  const { range } = search
  return typeof range === "string" && parseRange(range) !== undefined ? { range } : {}
}

/** Filters of a page in its address: texts that are left out when empty. */
export function filters<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const entries = names.flatMap((name) => {
      const value = search[name]
      const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value
      return typeof text === "string" && text !== "" ? [[name, text]] : []
    })
    return Object.fromEntries(entries)
  }
}

const ofEvents = filters("type", "resource", "actor", "show")

/** The search of the page of events. Older links name the time in `since` and `until`, in Unix milliseconds. */
export function eventSearch(
  search: Record<string, unknown>,
): ReturnType<typeof ofEvents> & { range?: string | undefined } {
  const earlier = rangeBetween(timeIn(search.since), timeIn(search.until))
  const { range = earlier && formatRange(earlier) } = rangeSearch(search)
  return { ...ofEvents(search), ...(range !== undefined && rangeSearch({ range })) }
}

/** The largest time that a date can hold. */
const lastMs = 8.64e15

function timeIn(value: unknown): number | undefined {
  const time = typeof value === "string" && value !== "" ? Number(value) : value
  return typeof time === "number" && Number.isInteger(time) && time >= 0 && time <= lastMs ? time : undefined
}
