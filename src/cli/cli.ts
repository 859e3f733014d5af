import type { Command, Invocation } from "./command.ts"
import { serve } from "./serve.ts"

const commands: readonly Command[] = [serve]

/** Finds the command, runs it, and turns whatever goes wrong into one sentence and a non-zero exit code. */
export async function runCli(invocation: Invocation): Promise<number> {
  const [name, ...args] = invocation.args
  const command = commands.find((one) => one.name === name)
  if (command === undefined) {
    invocation.output.error(overview())
    return name === undefined || name === "--help" ? 0 : 2
  }
  if (args.includes("--help")) {
    invocation.output.print(command.help())
    return 0
  }
  try {
    return await command.run({ ...invocation, args })
  } catch (error) {
    invocation.output.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")
}
