import { useNavigate, useSearch } from "@tanstack/react-router"
import { formatRange, type Range } from "./range.ts"

/** The filters in the address of the page, and how to change them. An empty text removes a filter. */
export function useAddress() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  /** The Back button of the browser returns from a step. Filters are no steps. */
  const change = (fields: Partial<Record<Exclude<keyof typeof search, "range">, string>>, isStep = false) =>
    navigate({
      to: ".",
      search: (before) => {
        const wanted = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== "")
        return Object.fromEntries(wanted)
      },
      replace: !isStep,
    })
  return { search, change }
}

/** Shows another time on the page, or its usual one. The Back button of the browser returns from a step. */
export function useChooseRange() {
  const navigate = useNavigate()
  return (range: Range | undefined, isStep = false) =>
    navigate({
      to: ".",
      // A page of older rows is one of another time.
      search: ({ cursor: _cursor, ...before }) => ({ ...before, range: range && formatRange(range) }),
      replace: !isStep,
    })
}

/** The open tab of the page. Without one in the address it is the first. */
export function useTab<const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const { search, change } = useAddress()
  const tab = tabs.find((one) => one === search.tab) ?? tabs[0]
  return { tab, open: (chosen: Tab) => change({ tab: chosen === tabs[0] ? "" : chosen }, true) }
}
