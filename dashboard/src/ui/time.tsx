import { useSyncExternalStore } from "react"
import { formatClock, formatDay, formatExact, formatRelative } from "./format.ts"
import { presentTime } from "./present.ts"

/** The present time, for everything that counts. It moves in steps, by default of a second, while the page is visible. */
export function useNow(stepMs = 1): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / stepMs) * stepMs)
}

let now = presentTime()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  if (document.hidden) return
  now = presentTime()
  for (const listener of listeners) listener()
}

/** A relative time with the exact one on hover. */
export function Ago({ time, never = "never" }: { readonly time: number | undefined; readonly never?: string }) {
  const present = useNow()
  if (time === undefined) return <>{never}</>
  return (
    <time dateTime={new Date(time).toISOString()} title={formatExact(time)}>
      {formatRelative(time, present)}
    </time>
  )
}

/** A day and time within a sentence: "today at 15:04", "Thursday, Nov 19 at 03:22". For ends that people plan with. */
export function Moment({ time }: { readonly time: number }) {
  const day = formatDay(time, useNow())
  return (
    <time dateTime={new Date(time).toISOString()} title={formatExact(time)}>
      {day === "Today" || day === "Yesterday" ? day.toLowerCase() : day} at {formatClock(time)}
    </time>
  )
}

/** The time of a day that is said elsewhere, with the exact one on hover. */
export function Clock({ time }: { readonly time: number }) {
  return (
    <time dateTime={new Date(time).toISOString()} title={formatExact(time)}>
      {formatClock(time)}
    </time>
  )
}
