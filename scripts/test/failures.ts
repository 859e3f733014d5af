import { findSummary } from "./tally.ts"

/** One thing that failed the run: a test, a static check, or a whole pass. */
export interface Failure {
  readonly title: string
  /** Its error, one line per element. */
  readonly details: readonly string[]
}

/** The bounds keep all failures, the counts and the end of a pass within the last 100 lines of a log. */
const most = { failures: 20, lines: 40, linesOfOne: 15, columns: 300 }

/** Begins the line below a test that timed out. */
const reasonMark = "  ^ "

/** Reads the failed and skipped tests from the output of `bun test`, in their order. */
export function readFailures(output: string, exitCode: number): Failure[] {
  const lines = Bun.stripANSI(output).split("\n")
  // At the end of a long run, bun repeats some of the failed tests, without their files.
  const repetition = lines.findLastIndex((line) => /^\d+ tests? failed:$/.test(line))
  const failures = readTests(repetition < 0 ? lines : lines.slice(0, repetition))
  if (findSummary(output) === undefined) {
    return [...failures, { title: `bun test ended with exit code ${exitCode} before its summary`, details: end(lines) }]
  }
  if (exitCode === 0 || failures.length > 0) return failures
  return [{ title: `bun test ended with exit code ${exitCode}, but named no failed test`, details: end(lines) }]
}

/** The failures for the end of the log; empty if there are none. */
export function describeFailures(failures: readonly Failure[]): string {
  if (failures.length === 0) return ""
  const visible = failures.slice(0, most.failures)
  const linesEach = Math.min(most.linesOfOne, Math.floor(most.lines / visible.length))
  const described = visible.flatMap(({ title, details }) => [
    `  ${shorten(title)}`,
    ...details.slice(0, linesEach).map((line) => `      ${shorten(line)}`.trimEnd()),
    ...(details.length > linesEach ? ["      …"] : []),
  ])
  const rest = failures.length - visible.length
  return ["Failed:", ...described, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join("\n")
}

function readTests(lines: readonly string[]): Failure[] {
  const failures: Failure[] = []
  let file = ""
  /** The first line after the end of the last test: a test prints its error before its own line. */
  let from = 0
  for (const [index, line] of lines.entries()) {
    const name = line.match(/^(\S+\.test\.ts):$/)?.[1]
    const ended = line.match(/^(\(\w+\)|[✓✗»✎]) (.+?)( \[[\d.]+\w+\])?$/)
    if (name !== undefined) file = name
    else if (ended && isBad(ended[1])) {
      const [reason = ""] = lines.slice(index + 1, index + 2).filter((next) => next.startsWith(reasonMark))
      failures.push({ title: titleOf(file, ended), details: errorIn([...lines.slice(from, index), reason]) })
    } else if (line === "# Unhandled error between tests") {
      const length = lines.slice(index + 2).findIndex((each) => /^-{10,}$/.test(each))
      const error = lines.slice(index + 2, length < 0 ? undefined : index + 2 + length)
      failures.push({ title: `${file}: error between tests`, details: errorIn(error) })
    } else if (!ended && !line.startsWith(reasonMark)) continue
    from = index + 1
  }
  return failures
}

/** With colors, bun prints signs instead of the words. */
function isBad(mark: string | undefined): boolean {
  return ["(fail)", "✗", "(skip)", "»", "(todo)", "✎"].includes(mark ?? "")
}

function titleOf(file: string, [, mark = "", name = ""]: RegExpMatchArray): string {
  const isFailed = mark === "(fail)" || mark === "✗"
  // The line of a crashed process names the file itself.
  const place = name.startsWith(file) ? "" : `${file}: `
  return `${place}${name}${isFailed ? "" : " (skipped)"}`
}

/** From the line of code that failed: what stands above it is the output of the test, and the code around that line. */
function errorIn(lines: readonly string[]): string[] {
  const caret = lines.findIndex((line, index) => /^ +\^$/.test(line) && /^ *\d+ \| /.test(lines[index - 1] ?? ""))
  const start =
    caret > 0
      ? caret - 1
      : Math.max(
          lines.findIndex((line) => /^(\w*[eE]rror): /.test(line)),
          0,
        )
  return lines.slice(start).filter((line) => line.trim() !== "")
}

function end(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "").slice(-most.linesOfOne)
}

function shorten(line: string): string {
  return line.length > most.columns ? `${line.slice(0, most.columns)} …` : line
}
