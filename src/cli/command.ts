/** One word after `keyward`. */
export interface Command {
  readonly name: string
  readonly summary: string
  help(): string
  /** Returns the exit code. What it throws is shown as one sentence. */
  run(invocation: Invocation): Promise<number>
}

export interface Invocation {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly output: Output
}

export interface Output {
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  print(text: string): void
  error(text: string): void
}
