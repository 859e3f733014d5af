/** TIME returns seconds and microseconds. */
export function millisecondsOf(time: unknown): number {
  const [seconds, micros] = Array.isArray(time) ? time.map(Number) : []
  return (seconds ?? 0) * 1000 + Math.floor((micros ?? 0) / 1000)
}
