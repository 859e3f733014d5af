import { shellQuote } from "../../../core/shell-quote.ts"
import type { CompletionContext, Flag, Word } from "./contexts.ts"

/** fish evaluates a condition for each line, and splits `--flag=value` itself. */
export function fishScript(contexts: readonly CompletionContext[]): string {
  return `# Completion of keyward for fish. Load it with: keyward completion fish | source
function __keyward_path
    set -l path
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and break
        set -a path $word
    end
    string join ' ' $path
end
function __keyward_at
    set -l path (__keyward_path)
    test "$path" = "$argv"
end
function __keyward_in
    set -l path (__keyward_path)
    string match -q -- "$argv *" "$path "
end
complete -c keyward -e
complete -c keyward -f
${contexts.flatMap(linesOf).join("\n")}`
}

function linesOf({ paths, words, flags }: CompletionContext): string[] {
  return paths.flatMap((path) => linesAt(path, words, flags))
}

function linesAt(path: string, words: readonly Word[], flags: readonly Flag[]): string[] {
  const at = `complete -c keyward -n ${shellQuote(`__keyward_at ${path}`.trimEnd())}`
  const inside = `complete -c keyward -n ${shellQuote(`__keyward_in ${path}`)}`
  return [
    ...words.map(({ word, about }) => `${at} -a ${word}${about === "" ? "" : ` -d ${described(about)}`}`),
    ...flags.map((flag) => `${inside} -l ${flag.flag}${wanted(flag)}`),
  ]
}

function wanted({ takes, values }: Flag): string {
  if (values.length > 0) return ` -x -a '${values.join(" ")}'`
  return takes === "nothing" ? "" : " -r -F"
}

/** Inside single quotes, fish needs a backslash before a quote. */
function described(about: string): string {
  return `'${about.replace(/['\\]/g, "\\$&")}'`
}
