import type { Takes } from "./flags.ts"
import type { Output, Prompt } from "./terminal/output.ts"

/** Something to say after `keyward`. */
export interface Command {
  /** `["audit", "verify"]` for `keyward audit verify`. */
  readonly words: readonly string[]
  /** Other words for the same. Help and completion prefer the first. */
  readonly aliases?: readonly (readonly string[])[]
  /** Lists and completion leave it out, because another command does the same. */
  readonly isUnlisted?: boolean
  /** What follows the words without a flag, as in ` KEY_ID`, for lists of commands. */
  readonly usage?: string
  readonly summary: string
  /** Its flags, for the completion of shells; none if absent. */
  readonly flags?: Readonly<Record<string, Takes>>
  /** What may stand where a flag's value or a word without one belongs, as far as that is known beforehand. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  help(): string
  /** Returns the exit code. What it throws is shown as one sentence. */
  run(invocation: Invocation): Promise<number>
}

export interface Invocation {
  /** What follows the words of the command. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly output: Output
  now(): number
  /** Everything that comes in on standard input. */
  readInput(): Promise<string>
  /** Somebody who can be asked; absent where standard input or standard error is no terminal. */
  readonly prompt: Prompt | undefined
}
