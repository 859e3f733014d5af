const steps = [
  ["y", 365 * 86_400_000],
  ["mo", 30 * 86_400_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const

/** `3m ago`, `in 29d`; `just now` within a second. */
export function relativeTime(moment: number, now: number): string {
  const distance = Math.abs(moment - now)
  const step = steps.find(([, ms]) => distance >= ms)
  if (step === undefined) return "just now"
  const [unit, ms] = step
  return moment < now ? `${Math.floor(distance / ms)}${unit} ago` : `in ${Math.round(distance / ms)}${unit}`
}
