import { runCli } from "./cli/cli.ts"

// Whoever reads along may leave early; a disk that is full is another matter.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return
  process.stderr.write(`The output cannot be written: ${error.message}\n`)
  process.exit(1)
})
// Nowhere is left to complain, and a service must not end because nobody reads its log.
process.stderr.on("error", () => {})

process.exitCode = await runCli({
  args: process.argv.slice(2),
  environment: process.env,
  output: {
    isTerminal: process.stdout.isTTY === true,
    isErrorTerminal: process.stderr.isTTY === true,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    print: (text) => process.stdout.write(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
  },
  readInput: () => Bun.stdin.text(),
})
