import type { Exemplar, Family, Labels, Sample } from "./families.ts"

/** A text format of metrics. */
export interface Exposition {
  readonly contentType: string
  write(families: readonly Family[]): string
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const prometheusText: Exposition = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  write: (families) => writeAll(families, ({ name }) => name, writeSample),
}

/** https://prometheus.io/docs/specs/om/open_metrics_spec/ */
export const openMetrics: Exposition = {
  contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  write: (families) => `${writeAll(families, nameWithoutSuffix, writeSampleWithExemplar)}# EOF\n`,
}

function writeAll(
  families: readonly Family[],
  nameOf: (family: Family) => string,
  write: (sample: Sample) => string,
): string {
  const written = families.map((family) => {
    const { type, help, samples } = family
    if (samples.length === 0) return ""
    const name = nameOf(family)
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(write).join("\n")}\n`
  })
  return written.join("")
}

/** In OpenMetrics, `_total` belongs to the sample of a counter and not to its name. */
function nameWithoutSuffix({ name, type }: Family): string {
  return type === "counter" ? name.replace(/_total$/, "") : name
}

function writeSample({ name, value, labels }: Sample): string {
  return `${name}${writeLabels(labels)} ${value}`
}

/** OpenMetrics writes bounds of buckets as floating-point numbers. */
function writeSampleWithExemplar(sample: Sample): string {
  const { labels, exemplar } = sample
  const { le } = labels
  const canonical = Number.isInteger(le) ? { ...sample, labels: { ...labels, le: `${le}.0` } } : sample
  return writeSample(canonical) + (exemplar === undefined ? "" : writeExemplar(exemplar))
}

function writeExemplar({ traceId, value, at }: Exemplar): string {
  return ` # ${writeLabels({ trace_id: traceId })} ${value} ${at / 1000}`
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
}
