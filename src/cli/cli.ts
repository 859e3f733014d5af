import type { Invocation } from "./command.ts"
import { failureFrom } from "./failure.ts"
import { operationNamed } from "./operation/operation-named.ts"
import { version } from "./overview.ts"
import { programCommandNamed } from "./program-commands.ts"
import { printFailure, runCommand, splitName } from "./run-command.ts"
import { toKebabCase } from "./terminal/text.ts"

/** Finds the command, runs it, and reports a failure as a message, a JSON document and an exit code. */
export async function runCli(invocation: Invocation): Promise<number> {
  try {
    return await dispatch(invocation)
  } catch (error) {
    return printFailure(failureFrom(error), invocation)
  }
}

/** Loads all commands only if the words do not name one exactly. */
async function dispatch(invocation: Invocation): Promise<number> {
  const [first = "", ...others] = invocation.args
  if (first === "--version" || first === "-v") {
    invocation.output.print(version)
    return 0
  }
  const isHelp = first === "help" || first === "--help" || first === "-h"
  const args = isHelp ? others : invocation.args
  const words = splitName(args)
  const said = words.slice(0, 2).map(toKebabCase)
  const command = (await operationNamed(said)) ?? (await programCommandNamed(said))
  if (command !== undefined) {
    return runCommand(command, { ...invocation, args: words.slice(command.words.length) }, isHelp)
  }
  const { runAnyCommand } = await import("./all-commands.ts")
  return runAnyCommand(invocation, { args, isHelp })
}
