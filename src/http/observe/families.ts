/** One metric: its name, what it means, and its values. */
export interface Family {
  /** The name of a counter ends in `_total`. */
  readonly name: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly name: string
  readonly value: number
  readonly labels: Labels
  readonly exemplar?: Exemplar | undefined
}

export type Labels = Readonly<Record<string, string | number>>

/** One value of a bucket, and the trace in which it was measured. */
export interface Exemplar {
  readonly traceId: string
  readonly value: number
  /** Unix time in milliseconds. */
  readonly at: number
}

export function gauge(name: string, help: string, value: number, labels: Labels = {}): Family {
  return { name, type: "gauge", help, samples: [sample(name, value, labels)] }
}

export function counter(name: string, help: string, value: number): Family {
  return { name, type: "counter", help, samples: [sample(name, value)] }
}

export function sample(name: string, value: number, labels: Labels = {}): Sample {
  return { name, value, labels }
}

/** The number of values in each bucket. */
export interface Distribution {
  /** Upper bounds of the buckets, ascending. The last bucket has no bound. */
  readonly bounds: readonly number[]
  readonly counts: Float64Array
  /** The last traced value of each bucket. */
  readonly exemplars: (Exemplar | undefined)[]
  sum: number
}

export function distribution(bounds: readonly number[]): Distribution {
  return { bounds, counts: new Float64Array(bounds.length + 1), exemplars: [], sum: 0 }
}

/** Runs for every request, so it allocates nothing. Returns the number of the bucket. */
export function observe(into: Distribution, value: number): number {
  const { bounds, counts } = into
  let bucket = 0
  while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++
  counts[bucket] = (counts[bucket] ?? 0) + 1
  into.sum += value
  return bucket
}

export function histogram(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: "histogram", help, samples }
}

export function distributionSamples(name: string, of: Distribution, labels: Labels = {}): Sample[] {
  let total = 0
  const buckets = [...of.counts].map((count, index): Sample => {
    total += count
    const le = of.bounds[index] ?? "+Inf"
    return { name: `${name}_bucket`, value: total, labels: { ...labels, le }, exemplar: of.exemplars[index] }
  })
  return [...buckets, sample(`${name}_sum`, of.sum, labels), sample(`${name}_count`, total, labels)]
}
