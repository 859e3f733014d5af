import { dayMs, hourMs, minuteMs } from "../../../src/core/durations.ts"
import { visibleText } from "../ui/format.ts"
import { fillIn, type TextId, type TextsByLanguage, textsIn, type Values } from "./texts.ts"

/** How the page speaks: its texts, and numbers and times as people of its language write them. */
export interface Language {
  readonly locale: string
  readonly direction: "ltr" | "rtl"
  readonly say: (id: TextId, values?: Values) => string
  readonly count: (value: number) => string
  readonly share: (part: number) => string
  readonly day: (time: number) => string
  readonly moment: (time: number) => string
  readonly ago: (time: number, now: number) => string
  readonly span: (ms: number) => string
}

/** Each value is shown so that it cannot change the direction of the text around it. */
export function languageOf(configured: TextsByLanguage, wanted: string): Language {
  const texts = textsIn(configured, wanted)
  const locale = known(wanted)
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  return {
    locale,
    direction: /^(ar|dv|fa|he|ks|ku|ps|sd|ug|ur|yi)\b/.test(locale.toLowerCase()) ? "rtl" : "ltr",
    say: (id, values = {}) => fillIn(texts[id], withVisible(values)),
    count: (value) => number.format(value),
    share: (part) => percent.format(part),
    day: (time) => day.format(time),
    moment: (time) => moment.format(time),
    ago(time, now) {
      const [unit, ms] = units.find(([, length]) => Math.abs(time - now) >= length) ?? seconds
      return relative.format(Math.trunc((time - now) / ms), unit)
    },
    span(ms) {
      const [unit, length] = units.find(([, one]) => ms >= one && ms % one === 0) ?? seconds
      return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(ms / length)
    },
  }
}

const units = [
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
] as const
const seconds = ["second", 1_000] as const

/** A tag that is well formed but nonsense would make every format throw. */
function known(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? "en"
  } catch {
    return "en"
  }
}

function withVisible(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, visibleText(value)]))
}

/** The language of the link, else the first of the browser that has texts, else English. */
export function chooseLocale(ofLink: string | undefined, ofBrowser: readonly string[], texts: TextsByLanguage): string {
  if (ofLink !== undefined) return ofLink
  const mainOf = (tag: string) => tag.toLowerCase().split("-")[0]
  const configured = new Set(["en", ...Object.keys(texts).map(mainOf)])
  return ofBrowser.find((tag) => configured.has(mainOf(tag))) ?? "en"
}
