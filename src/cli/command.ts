import type { FlagValue } from "./flags.ts"
import type { Output, Prompt } from "./terminal/output.ts"

/** A command of the `keyward` program. */
export interface Command {
  /** `["audit", "verify"]` for `keyward audit verify`. */
  readonly words: readonly string[]
  /** Other names of the command. Help and completion show `words`. */
  readonly aliases?: readonly (readonly string[])[]
  /** Hidden from lists and completion, because another command does the same. */
  readonly isUnlisted?: boolean
  /** The positional arguments, such as ` KEY_ID`, for lists of commands. */
  readonly usage?: string
  readonly summary: string
  /** The flags that shell completion offers. */
  readonly flags?: Readonly<Record<string, FlagValue>>
  /** The values that shell completion offers for a flag or a positional argument. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  help(): string
  /** Returns the exit code. An error that it throws is shown as one sentence. */
  run(invocation: Invocation): Promise<number>
}

export interface Invocation {
  /** The arguments after the words of the command. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly output: Output
  now(): number
  /** Reads standard input to its end. */
  readInput(): Promise<string>
  /** undefined unless standard input and standard error are terminals. */
  readonly prompt: Prompt | undefined
}

/** A group with one command does not need its name, and `keyward events --watch` means `keyward events list --watch`. */
export function impliedIn(group: readonly Command[]): Command | undefined {
  return group.length === 1 ? group[0] : group.find(({ words }) => words.join(" ") === "events list")
}
