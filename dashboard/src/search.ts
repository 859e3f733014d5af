import { parseRange } from "./range.ts"

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

/** The search of the page of events. */
export function eventSearch(
  search: Record<string, unknown>,
): ReturnType<typeof ofEvents> & { range?: string | undefined } {
  return { ...ofEvents(search), ...rangeSearch(search) }
}
