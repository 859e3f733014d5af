const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

type Unit = keyof typeof unitMs

const unitNames: Readonly<Record<string, Unit>> = {
  ...{ ms: "ms", millisecond: "ms", milliseconds: "ms" },
  ...{ s: "s", sec: "s", secs: "s", second: "s", seconds: "s" },
  ...{ m: "m", min: "m", mins: "m", minute: "m", minutes: "m" },
  ...{ h: "h", hr: "h", hrs: "h", hour: "h", hours: "h" },
  ...{ d: "d", day: "d", days: "d" },
  ...{ w: "w", week: "w", weeks: "w" },
}

const part = /(\d+(?:\.\d+)?)\s*([a-z]+)/g
const whole = /^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/

/**
 * Reads `24h`, `90 seconds` or `1h30m` as milliseconds. Months and years have no fixed length, so they give
 * undefined.
 */
export function durationIn(text: string): number | undefined {
  if (!whole.test(text)) return undefined
  const parts = [...text.matchAll(part)].map(([, amount = "", name = ""]) => {
    const unit = unitNames[name]
    return unit === undefined ? Number.NaN : Number(amount) * unitMs[unit]
  })
  const sum = parts.reduce((total, ms) => total + ms, 0)
  return Number.isSafeInteger(sum) ? sum : undefined
}

/** Uses the largest unit without a fraction: 60,000 is `1m`, 90,000 is `90s`. Weeks are written in days. */
export function durationText(ms: number): string {
  const units = ["d", "h", "m", "s"] as const
  const unit = units.find((one) => ms % unitMs[one] === 0 && ms !== 0)
  return unit === undefined ? `${ms}ms` : `${ms / unitMs[unit]}${unit}`
}
