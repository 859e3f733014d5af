/** Something to say after `keyward`. */
export interface Command {
  /** `["audit", "verify"]` for `keyward audit verify`. */
  readonly words: readonly string[]
  readonly summary: string
  help(): string
  /** Returns the exit code. What it throws is shown as one sentence. */
  run(invocation: Invocation): Promise<number>
}

export interface Invocation {
  /** What follows the words of the command. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly output: Output
  /** Everything that comes in on standard input. */
  readInput(): Promise<string>
}

export interface Output {
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  /** Width of the terminal; undefined where there is none and lines may be as long as they are. */
  readonly columns: number | undefined
  print(text: string): void
  error(text: string): void
}

/** The command line itself is wrong: nothing was done, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
