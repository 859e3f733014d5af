import type { Output } from "./output.ts"

interface ProgressOptions {
  readonly total: number
  /** The counted thing, as in "1,000 of 5,000 events checked". */
  readonly what: string
  now(): number
  write(line: string): void
}

const quietMs = 2_000

/** Reports the progress of long work every two seconds. Short work reports nothing. */
export function createProgress({ total, what, now, write }: ProgressOptions): (done: number) => void {
  let count = 0
  let reportedAt = now()
  return (done) => {
    count += done
    if (now() - reportedAt < quietMs) return
    reportedAt = now()
    // A total may be an estimate.
    write(`${counted(Math.min(count, total), total)} ${what} …`)
  }
}

interface BarOptions extends Omit<ProgressOptions, "write"> {
  /** Replaces the previous line; undefined erases it. */
  show(line: string | undefined): void
}

const drawAfterMs = 300
const drawEveryMs = 100

/** A progress bar that disappears when the work is done. */
export function createBar({ total, what, now, show }: BarOptions): (done: number) => void {
  const startedAt = now()
  let count = 0
  let drawnAt = startedAt + drawAfterMs - drawEveryMs
  return (done) => {
    count += done
    if (count >= total) return show(undefined)
    const at = now()
    if (at - drawnAt < drawEveryMs) return
    drawnAt = at
    show(`${barOf(count / total)} ${counted(count, total)} ${what}${leftOf(count, total, at - startedAt)}`)
  }
}

/** For work with a known size: a bar on a terminal, otherwise lines. */
export function progressOn(output: Output): (total: number, what: string) => (done: number) => void {
  const { showStatus: show } = output
  return (total, what) =>
    show === undefined
      ? createProgress({ total, what, now: Date.now, write: output.error })
      : createBar({ total, what, now: Date.now, show })
}

/** For work of unknown size. */
export function countingOn(output: Output, what: string): (count: number) => void {
  const { showStatus: show } = output
  let reportedAt = Date.now()
  return (count) => {
    if (Date.now() - reportedAt < (show === undefined ? quietMs : drawAfterMs)) return
    reportedAt = Date.now()
    const line = `${count.toLocaleString("en")} ${what} so far …`
    if (show === undefined) output.error(line)
    else show(line)
  }
}

const barWidth = 24

function barOf(part: number): string {
  const filled = Math.floor(part * barWidth)
  return `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}] ${Math.floor(part * 100)
    .toString()
    .padStart(3)} %`
}

function counted(count: number, total: number): string {
  return `${count.toLocaleString("en")} of ${total.toLocaleString("en")}`
}

/** After two seconds, the elapsed time allows an estimate. */
function leftOf(count: number, total: number, passedMs: number): string {
  if (passedMs < quietMs || count === 0) return ""
  const seconds = Math.ceil((passedMs * (total - count)) / count / 1000)
  return seconds < 100 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`
}
