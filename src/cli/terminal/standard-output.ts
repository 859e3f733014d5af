import { styleText } from "node:util"
import type { Output } from "./output.ts"

const eraseLine = "\r\u001b[K"

/** The standard streams of this process. */
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
  // A reader may close the pipe early; any other error, such as a full disk, ends the program.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return leaving.resolve()
    stderr.write(`The output cannot be written: ${error.message}\n`)
    process.exit(1)
  })
  // Errors of standard error cannot be reported, and a service must not end because of its log.
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

/** https://no-color.org: any value except an empty one disables colours. */
function wantsColour({ NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb"
}
