import { styleText } from "node:util"
import type { Output } from "./output.ts"

const eraseLine = "\r\u001b[K"

/** The streams of this process, as commands see them. */
export function standardOutput(environment: Readonly<Record<string, string | undefined>>): Output {
  const { stdout, stderr } = process
  const isTerminal = stdout.isTTY === true
  const isErrorTerminal = stderr.isTTY === true
  const isColoured = isTerminal && wantsColour(environment)
  const leaving = Promise.withResolvers<void>()
  let isStatusShown = false
  const showStatus = (line: string | undefined) => {
    if (line === undefined && !isStatusShown) return
    stderr.write(eraseLine + Bun.sliceAnsi(line ?? "", 0, (stderr.columns || 80) - 1))
    isStatusShown = line !== undefined
  }
  // Whoever reads along may leave early; a disk that is full is another matter.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return leaving.resolve()
    stderr.write(`The output cannot be written: ${error.message}\n`)
    process.exit(1)
  })
  // Nowhere is left to complain, and a service must not end because nobody reads its log.
  stderr.on("error", () => {})
  return {
    isTerminal,
    isErrorTerminal,
    columns: isTerminal ? stdout.columns : undefined,
    print(text) {
      showStatus(undefined)
      stdout.write(`${text}\n`)
    },
    error(text) {
      showStatus(undefined)
      stderr.write(`${text}\n`)
    },
    paint: (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text),
    showStatus: isErrorTerminal && environment.TERM !== "dumb" ? showStatus : undefined,
    whenUnread: (act) => void leaving.promise.then(act),
  }
}

/** https://no-color.org: any value but an empty one. */
function wantsColour({ NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb"
}
