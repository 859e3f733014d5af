import type { Takes } from "./flags.ts"
import type { Style } from "./standard-output.ts"

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
  readonly person: Person | undefined
}

/** Answers come without white space around them; undefined for whoever leaves with Ctrl-C or Ctrl-D. */
export interface Person {
  ask(question: string): Promise<string | undefined>
  /** What is typed is not shown. */
  askSecret(question: string): Promise<string | undefined>
}

export interface Output {
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  /** Width of the terminal; undefined where there is none and lines may be as long as they are. */
  readonly columns: number | undefined
  print(text: string): void
  error(text: string): void
  /** Colours text for printing; leaves it as it is where it would not be seen, or is not wanted. */
  paint(style: Style, text: string): string
  /** A line that the next one replaces, and whatever is printed; undefined takes it away. Absent where nobody watches. */
  readonly showStatus: ((line: string | undefined) => void) | undefined
  /** Calls once nobody reads any more what is printed. */
  whenUnread(act: () => void): void
}
