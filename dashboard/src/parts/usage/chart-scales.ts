/** The nearest of 1, 2, 5 and 10 times a power of ten: the borders are the middles on a logarithmic axis. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const factor = step / power
  const round = factor < Math.SQRT2 ? 1 : factor < Math.sqrt(10) ? 2 : factor < Math.sqrt(50) ? 5 : 10
  return round * power
}

/** Whole, round numbers for about as many lines, from 0 to the first that is not below the largest number. */
export function linesUpTo(largest: number, count: number): readonly number[] {
  const step = Math.max(1, roundStep(Math.max(largest, count) / count))
  return Array.from({ length: Math.ceil(Math.max(largest, count) / step) + 1 }, (_, index) => index * step)
}

export interface Places {
  /** From the left edge of one place to that of the next. */
  readonly step: number
  /** The part of it that a bar fills. */
  readonly width: number
  readonly leftOf: (place: number) => number
}

/** Places of the same width beside each other. `gap` is the part of each that stays empty, except at the end. */
export function placesBetween(left: number, right: number, { count, gap }: PlaceOptions): Places {
  const step = (right - left) / Math.max(1, count - gap)
  return { step, width: step * (1 - gap), leftOf: (place) => left + place * step }
}

interface PlaceOptions {
  readonly count: number
  readonly gap: number
}
