/** One line of the table. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The minimum to reach, or the maximum not to exceed. */
  readonly bar?: { readonly atLeast: number } | { readonly atMost: number }
  /** The absolute numbers behind a ratio. */
  readonly note?: string
}

export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const row of rows) {
    const value = `${format(row.value)} ${row.unit}`.padStart(14)
    const verdict = row.bar === undefined ? "" : `${barText(row.bar)}  ${isMet(row) ? "met" : "NOT MET"}`
    process.stdout.write(`${row.name.padEnd(width)}  ${value}  ${verdict.padEnd(22)}  ${row.note ?? ""}\n`)
  }
}

export function report(rows: readonly Row[]): string {
  const machine = { cores: navigator.hardwareConcurrency, bun: Bun.version, platform: process.platform }
  const measured = rows.map((row) => (row.bar === undefined ? row : { ...row, met: isMet(row) }))
  return `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, rows: measured }, null, 2)}\n`
}

function isMet({ value, bar }: Row): boolean {
  if (bar === undefined) return true
  return "atLeast" in bar ? value >= bar.atLeast : value <= bar.atMost
}

function barText(bar: NonNullable<Row["bar"]>): string {
  return "atLeast" in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`
}

function format(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en")
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
