import { hourMs, minuteMs } from "../../core/durations.ts"
import type { TalliedTime } from "../port/usage.ts"

/** A minute since 1970; or, if only the hour is kept, the complement of an hour since 1970. One number is fast to compare. */
export type CollectedTime = number

/** The time of a call that is collected now. */
export function timeIn({ keepsMinutes }: { readonly keepsMinutes: boolean }, now: number): CollectedTime {
  return keepsMinutes ? Math.floor(now / minuteMs) : ~Math.floor(now / hourMs)
}

/** Start of the hour in Unix milliseconds. */
export function hourOfTime(time: CollectedTime): number {
  return (time < 0 ? ~time : Math.floor(time / 60)) * hourMs
}

export function talliedTime(time: CollectedTime): TalliedTime {
  return { hour: hourOfTime(time), minute: time < 0 ? undefined : time % 60 }
}
