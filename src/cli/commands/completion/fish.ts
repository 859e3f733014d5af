import { quoted } from "../../terminal/quoted.ts"
import type { Flag, Place, Word } from "./places.ts"

/** fish asks for each line whether it applies, and takes `--flag=value` apart by itself. */
export function fishScript(places: readonly Place[]): string {
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
${places.flatMap(linesOf).join("\n")}`
}

function linesOf({ paths, words, flags }: Place): string[] {
  return paths.flatMap((path) => linesAt(path, words, flags))
}

function linesAt(path: string, words: readonly Word[], flags: readonly Flag[]): string[] {
  const at = `complete -c keyward -n ${quoted(`__keyward_at ${path}`.trimEnd())}`
  const inside = `complete -c keyward -n ${quoted(`__keyward_in ${path}`)}`
  return [
    ...words.map(({ word, about }) => `${at} -a ${word}${about === "" ? "" : ` -d ${described(about)}`}`),
    ...flags.map((flag) => `${inside} -l ${flag.flag}${wanted(flag)}`),
  ]
}

function wanted({ takes, values }: Flag): string {
  if (values.length > 0) return ` -x -a '${values.join(" ")}'`
  return takes === "nothing" ? "" : " -r -F"
}

/** In fish a backslash, and nothing else, lets a quote stand within quotes. */
function described(about: string): string {
  return `'${about.replace(/['\\]/g, "\\$&")}'`
}
