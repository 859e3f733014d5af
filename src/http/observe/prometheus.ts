/** The text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */

interface Family {
  readonly name: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
}

export type Labels = Readonly<Record<string, string | number>>

export function family({ name, type, help }: Family, samples: readonly string[]): string {
  return samples.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join("\n")}\n`
}

export function gauge(name: string, help: string, value: number, labels: Labels = {}): string {
  return family({ name, type: "gauge", help }, [sample(name, value, labels)])
}

export function counter(name: string, help: string, value: number): string {
  return family({ name, type: "counter", help }, [sample(name, value)])
}

export function sample(name: string, value: number, labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`)
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
}

/** The number of values in each bucket. */
export interface Distribution {
  /** Upper bounds of the buckets, ascending. The last bucket has no bound. */
  readonly bounds: readonly number[]
  readonly counts: Float64Array
  sum: number
}

export function distribution(bounds: readonly number[]): Distribution {
  return { bounds, counts: new Float64Array(bounds.length + 1), sum: 0 }
}

/** Runs for every request, so it allocates nothing. */
export function observe(into: Distribution, value: number): void {
  const { bounds, counts } = into
  let bucket = 0
  while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++
  counts[bucket] = (counts[bucket] ?? 0) + 1
  into.sum += value
}

export function distributionSamples(name: string, of: Distribution, labels: Labels = {}): string[] {
  let total = 0
  const buckets = [...of.counts].map((count, index) => {
    total += count
    return sample(`${name}_bucket`, total, { ...labels, le: of.bounds[index] ?? "+Inf" })
  })
  return [...buckets, sample(`${name}_sum`, of.sum, labels), sample(`${name}_count`, total, labels)]
}
