/** What of a chart is pointed at, or chosen with the keyboard. */
export interface ChartSelection {
  /** The place of an interval. */
  readonly active?: number
  /** Where a choice of several intervals began. It ends at the active one. */
  readonly anchor?: number
  /** The part of the active bar. */
  readonly part?: string
}

export const nothingSelected: ChartSelection = {}

/** The first and the last place that are chosen. */
export function selectedPlaces({ active, anchor = active }: ChartSelection): readonly [number, number] | undefined {
  if (active === undefined || anchor === undefined) return undefined
  return [Math.min(active, anchor), Math.max(active, anchor)]
}

/** Whether more than one interval is chosen. */
export function isWide(selection: ChartSelection): boolean {
  const [first, last] = selectedPlaces(selection) ?? []
  return first !== last
}

interface Chart {
  /** How many intervals it has. */
  readonly count: number
  /** The parts of a bar that have a height, from the bottom to the top. */
  readonly partsOf: (place: number) => readonly string[]
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

/** The selection after a key, or undefined if the key does not move it. */
export function afterKey(selection: ChartSelection, { key, shiftKey }: Key, chart: Chart): ChartSelection | undefined {
  switch (key) {
    case "ArrowLeft":
      return sideways(selection, (selection.active ?? chart.count) - 1, shiftKey, chart)
    case "ArrowRight":
      return sideways(selection, (selection.active ?? -1) + 1, shiftKey, chart)
    case "Home":
      return sideways(selection, 0, shiftKey, chart)
    case "End":
      return sideways(selection, chart.count - 1, shiftKey, chart)
    case "ArrowUp":
      return upright(selection, 1, chart)
    case "ArrowDown":
      return upright(selection, -1, chart)
    case "Escape":
      return selection.active === undefined ? undefined : nothingSelected
  }
  return undefined
}

function sideways(selection: ChartSelection, place: number, isWidening: boolean, { count }: Chart): ChartSelection {
  if (count === 0) return nothingSelected
  const active = Math.min(count - 1, Math.max(0, place))
  return isWidening ? { active, anchor: selection.anchor ?? selection.active ?? active } : { active }
}

/** Up and down choose one of the parts; below the lowest is the whole bar. */
function upright({ active, part }: ChartSelection, by: 1 | -1, { partsOf }: Chart): ChartSelection | undefined {
  if (active === undefined) return undefined
  const parts = partsOf(active)
  const next = parts[Math.min(parts.length - 1, (part === undefined ? -1 : parts.indexOf(part)) + by)]
  return { active, ...(next !== undefined && { part: next }) }
}
