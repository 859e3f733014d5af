import type { LinkOptions } from "@tanstack/react-router"
import type { Range } from "../../range.ts"
import type { ChartChanges } from "./chart-changes.tsx"

export interface Series {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly counts: readonly number[]
}

/** The values of a chart. */
export interface ChartValues {
  /** The beginning of each interval. */
  readonly times: readonly number[]
  readonly stepMs: number
  /** From the bottom to the top. */
  readonly series: readonly Series[]
  /** Marked below the bars. */
  readonly changes?: ChartChanges
  /** The log of a time, and of one of the series. A chart without a log is only zoomed. */
  readonly log?: (range: Range, series: string | undefined) => LogLink
  /** False if the chart does not follow the time range of the page. Dragging then opens the log too. */
  readonly canZoom?: boolean
}

export type LogLink = Pick<LinkOptions, "params" | "search"> & { readonly to: NonNullable<LinkOptions["to"]> }
