import { dayMs, hourMs, minuteMs } from "../../../src/core/durations.ts"

const units = [
  ["year", 365 * dayMs],
  ["month", 30 * dayMs],
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
  ["second", 1000],
] as const

/** Short units have no plural. */
const unitNames = {
  year: ["year", "years"],
  month: ["month", "months"],
  day: ["day", "days"],
  hour: ["h", "h"],
  minute: ["min", "min"],
  second: ["s", "s"],
} as const

/** "3 min ago", "in 2 days", "now". */
export function formatRelative(time: number, now: number): string {
  const distance = Math.abs(time - now)
  const [unit, length] = units.find(([, length]) => distance >= length) ?? ["second", Number.POSITIVE_INFINITY]
  const count = Math.floor(distance / length)
  if (count === 0) return "now"
  const text = `${count} ${unitNames[unit][count === 1 ? 0 : 1]}`
  return time > now ? `in ${text}` : `${text} ago`
}

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long", hourCycle: "h23" })

/** The local time with its zone, and with its day: "Nov 18, 2026, 15:04:12 UTC". */
export function formatExact(time: number): string {
  return exact.format(time)
}

const moment = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
})

const shortDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" })
const minuteOfDay = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })

/** "15:04:12.480", on another day "Nov 14 15:04", which is as long. */
export function formatMoment(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString()
  return isToday ? moment.format(time) : `${shortDay.format(time)} ${minuteOfDay.format(time)}`
}

/** "15:04" */
export function formatClock(time: number): string {
  return minuteOfDay.format(time)
}

const weekday = new Intl.DateTimeFormat("en", { weekday: "long", month: "short", day: "numeric" })
const weekdayOfYear = new Intl.DateTimeFormat("en", {
  weekday: "long",
  month: "short",
  day: "numeric",
  year: "numeric",
})

/** "Today", "Yesterday", "Monday, Nov 9", and with its year if that is another. */
export function formatDay(time: number, now: number): string {
  const [then, today, yesterday] = [new Date(time), new Date(now), new Date(now)]
  yesterday.setDate(today.getDate() - 1)
  if (then.toDateString() === today.toDateString()) return "Today"
  if (then.toDateString() === yesterday.toDateString()) return "Yesterday"
  return (then.getFullYear() === today.getFullYear() ? weekday : weekdayOfYear).format(time)
}

const date = new Intl.DateTimeFormat("en", { dateStyle: "medium" })

export function formatDate(time: number): string {
  return date.format(time)
}

// Nothing has more than a trillion as its unit, so that larger numbers need separators: "1,000T".
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1, useGrouping: "always" })
const whole = new Intl.NumberFormat("en")

/** Numbers of up to five digits as they are, larger ones shortened: "1.3M". */
export function formatShort(value: number): string {
  return Math.abs(value) < 100_000 ? whole.format(value) : short.format(value)
}

export function formatWhole(value: number): string {
  return whole.format(value)
}

/** "1 key" or "1,234 keys". */
export function counted(count: number, thing: string): string {
  return `${formatWhole(count)} ${thing}${count === 1 ? "" : "s"}`
}

const byteUnits = ["B", "KiB", "MiB", "GiB", "TiB"] as const

/** "182 MiB" */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${byteUnits[step]}`
}

/** "98.7 %", "1,240 %" */
export function formatPercent(part: number): string {
  const percent = part * 100
  if (percent > 100) return `${whole.format(Math.round(percent))} %`
  const digits = percent > 0 && percent < 100 && (percent > 99 || percent < 1) ? 2 : 1
  // Almost everything is not everything.
  const rounded = percent < 100 ? Math.min(percent, 99.99) : 100
  return `${rounded.toFixed(rounded === 100 || rounded === 0 ? 0 : digits)} %`
}

/** A length of time in the largest unit that fits: "1 minute", "90 seconds". */
function formatDuration(ms: number): string {
  const [unit, length] = units.find(([, length]) => ms >= length && ms % length === 0) ?? ["millisecond", 1]
  return counted(ms / length, unit)
}

/** Per what a limit counts: "per minute", "per 5 minutes". */
export function formatPer(ms: number): string {
  return `per ${formatDuration(ms).replace(/^1 /, "")}`
}

/** Joiners where people write them: inside an emoji, and between letters of scripts that join. Elsewhere they hide. */
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`
const joining = String.raw`[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}]`
const letterJoiner = String.raw`(?<=${joining})[\u200C\u200D](?=${joining})`
const unprinted = new RegExp(String.raw`(${emojiJoiner}|${letterJoiner}|[\n\t])|[\p{Cc}\p{Cf}\u2028\u2029]`, "gu")

/** Makes characters visible that change the direction of text or are not printed. */
export function visibleText(text: string): string {
  return text.replace(unprinted, (character, kept) => kept ?? `\\u{${character.codePointAt(0)?.toString(16)}}`)
}
