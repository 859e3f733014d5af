/** As much of PromQL as the tests look at: the metrics of an expression, their labels, and what it groups by. */

export interface Selector {
  readonly metric: string
  readonly matchers: readonly Matcher[]
}

interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

export function selectorsIn(expr: string): readonly Selector[] {
  return [...expr.matchAll(/\b((?:keyward|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, metric = "", inside = ""]) => ({
    metric,
    matchers: [...inside.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = "", operator = "", value = ""]) => {
      return { label, operator, value }
    }),
  }))
}

/** The labels that the result of the expression keeps; undefined if it does not group. */
export function groupingOf(expr: string): readonly string[] | undefined {
  const [, labels] = /\b(?:sum|count|min|max) by \(([^)]*)\)/.exec(expr) ?? []
  return labels?.split(",").map((label) => label.trim())
}

/** The metrics that the text format declares, also those without a value yet. */
export function declaredIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, metric = ""]) => metric))
}

/** The labels of each metric in the text format, with their values. */
export function seriesIn(text: string): ReadonlyMap<string, readonly ReadonlyMap<string, string>[]> {
  const series = new Map<string, ReadonlyMap<string, string>[]>()
  for (const [, metric = "", inside = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = new Map([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value]))
    series.set(metric, [...(series.get(metric) ?? []), labels])
  }
  return series
}
