import { runCli } from "./cli/cli.ts"
import { terminalPrompt } from "./cli/terminal/prompt.ts"
import { standardOutput } from "./cli/terminal/standard-output.ts"

const output = standardOutput(process.env)

process.exitCode = await runCli({
  args: process.argv.slice(2),
  environment: process.env,
  output,
  now: Date.now,
  readInput: () => Bun.stdin.text(),
  prompt: terminalPrompt(),
})
output.showStatus?.(undefined)
