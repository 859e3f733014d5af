import type { Command, Invocation } from "./command.ts"
import { type Failure, failureFrom, UsageError } from "./failure.ts"

/** `keys.createKey` is the same as `keys createKey`. */
export function splitName([first = "", ...others]: readonly string[]): readonly string[] {
  return [...first.split(".", 2), ...others]
}

/** Shows the help, or runs the command. A wrong command line also gets a hint at the help of its command. */
export async function runCommand(command: Command, invocation: Invocation, isHelp: boolean): Promise<number> {
  if (isHelp || invocation.args.includes("--help") || invocation.args.includes("-h")) {
    invocation.output.print(command.help())
    return 0
  }
  try {
    return await command.run(invocation)
  } catch (error) {
    const failure = failureFrom(error)
    if (!(failure instanceof UsageError)) throw failure
    return printFailure(failure, invocation, `\`keyward ${command.words.join(" ")} --help\` explains this command.`)
  }
}

/** The message goes to standard error; `--json` adds the document on standard output. */
export function printFailure(failure: Failure, { args, output }: Invocation, hint?: string): number {
  // A list of faults has lines of its own.
  const gap = failure.message.split("\n").length > 1 ? "\n" : " "
  output.error(hint === undefined ? failure.message : `${failure.message}${gap}${hint}`)
  if (wantsJson(args)) output.print(JSON.stringify(failure.document()))
  return failure.exitCode
}

/** Searches the raw arguments, because the command line may be too wrong to parse. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  return flags.some(
    (arg, index) =>
      /^(--json|-o=?json|--output=json)$/.test(arg) || (/^(-o|--output)$/.test(arg) && flags[index + 1] === "json"),
  )
}
