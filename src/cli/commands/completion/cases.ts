import type { CompletionContext, Flag, Word } from "./contexts.ts"

/** How a shell with `case` writes the variables of a completion. */
export interface CaseShell {
  /** The variable of the next words. */
  readonly wordsName: string
  show(word: Word): string
  list(items: readonly string[]): string
}

export function contextCase({ paths, words, flags }: CompletionContext, { wordsName, show, list }: CaseShell): string {
  const bare = flags.filter(({ takes }) => takes === "nothing")
  const parts = [
    words.length > 0 ? `${wordsName}=${list(words.map(show))}` : "",
    flags.length > 0 ? `flags=${list(flags.map(spelled))}` : "",
    bare.length > 0 ? `bare=${list(bare.map(spelled))}` : "",
  ]
  const isEnd = flags.length > 0
  const patterns = paths.flatMap((path) => [`"${path}"`, ...(isEnd ? [`"${path} "*`] : [])])
  return `    ${patterns.join(" | ")}) ${parts.filter(Boolean).join("; ")} ;;`
}

/** Other words may stand between a command and its flag. */
export function valueCases({ paths, flags }: CompletionContext, { list }: CaseShell): string[] {
  return flags
    .filter(({ values }) => values.length > 0)
    .map((flag) => {
      const patterns = paths.map((path) => `"${path} "*"${spelled(flag)}"`)
      return `      ${patterns.join(" | ")}) values=${list(flag.values)} ;;`
    })
}

function spelled({ flag }: Flag): string {
  return `--${flag}`
}
