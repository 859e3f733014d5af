/** Asks the user. Answers are trimmed; undefined means Ctrl-C or Ctrl-D. */
export interface Prompt {
  ask(question: string): Promise<string | undefined>
  /** Does not echo the answer. */
  askSecret(question: string): Promise<string | undefined>
}

export type Style = "bold" | "dim" | "green" | "yellow" | "red"

export interface Output {
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  /** The width of the terminal; undefined if output is not a terminal. */
  readonly columns: number | undefined
  print(text: string): void
  error(text: string): void
  /** Colours text. Returns it unchanged if the output is not a terminal or colours are disabled. */
  paint(style: Style, text: string): string
  /** Shows a line that the next output replaces; undefined erases it. Undefined if standard error is not a terminal. */
  readonly showStatus: ((line: string | undefined) => void) | undefined
  /** Runs `act` once the reader of the output is gone. */
  whenUnread(act: () => void): void
}
