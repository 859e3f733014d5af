import { runCli } from "./cli/cli.ts"

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
