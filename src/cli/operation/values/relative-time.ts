const steps = [
  { short: "y", word: "year", ms: 365 * 86_400_000 },
  { short: "mo", word: "month", ms: 30 * 86_400_000 },
  { short: "d", word: "day", ms: 86_400_000 },
  { short: "h", word: "hour", ms: 3_600_000 },
  { short: "m", word: "minute", ms: 60_000 },
  { short: "s", word: "second", ms: 1_000 },
] as const

type Step = (typeof steps)[number]

/** For tables: `3m ago`, `in 29d`; `just now` within a second. */
export function relativeTime(moment: number, now: number): string {
  return fromNow(moment, now, (count, { short }) => `${count}${short}`)
}

/** For sentences: `3 minutes ago`, `in 29 days`. */
export function relativeWords(moment: number, now: number): string {
  return fromNow(moment, now, (count, { word }) => `${count} ${word}${count === 1 ? "" : "s"}`)
}

function fromNow(moment: number, now: number, textOf: (count: number, step: Step) => string): string {
  const distance = Math.abs(moment - now)
  const step = steps.find(({ ms }) => distance >= ms)
  if (step === undefined) return "just now"
  return moment < now
    ? `${textOf(Math.floor(distance / step.ms), step)} ago`
    : `in ${textOf(Math.round(distance / step.ms), step)}`
}
