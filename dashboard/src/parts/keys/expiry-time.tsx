import { dayMs } from "../../../../src/core/durations.ts"
import { formatDate, formatExact } from "../../ui/format.ts"
import { Ago, useNow } from "../../ui/time.tsx"

const nearMs = 30 * dayMs

/** When a key ends: relative if it is near, as a date if it is far. */
export function ExpiryTime({ time }: { readonly time: number | undefined }) {
  const now = useNow()
  if (time === undefined || Math.abs(time - now) < nearMs) return <Ago time={time} />
  return (
    <time dateTime={new Date(time).toISOString()} title={formatExact(time)}>
      {formatDate(time)}
    </time>
  )
}
