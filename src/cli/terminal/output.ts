/** Answers come without white space around them; undefined for whoever leaves with Ctrl-C or Ctrl-D. */
export interface Person {
  ask(question: string): Promise<string | undefined>
  /** What is typed is not shown. */
  askSecret(question: string): Promise<string | undefined>
}

export type Style = "bold" | "dim" | "green" | "yellow" | "red"

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
