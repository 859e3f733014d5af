import type { CompletionContext, Flag, Word } from "./contexts.ts"

/** Works when it is evaluated, and as the file _keyward in a folder of $fpath. */
export function zshScript(contexts: readonly CompletionContext[]): string {
  return `#compdef keyward
# Completion of keyward for zsh. Load it after compinit with: eval "$(keyward completion zsh)"
_keyward() {
  local place="" previous="\${words[CURRENT-1]}" index
  local -a next flags bare values
  for ((index = 2; index < CURRENT; index++)); do
    [[ "\${words[index]}" == -* ]] && break
    place="\${place:+$place }\${words[index]}"
  done
  case "$place" in
${contexts.map(contextCase).join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == --*=* ]]; then
    previous="\${words[CURRENT]%%=*}"
    compset -P '*='
  fi
  if [[ "$previous" == --* ]] && (( ! \${bare[(Ie)$previous]} )); then
    case "$place $previous" in
${contexts.flatMap(valueCases).join("\n")}
      *) _files; return ;;
    esac
  fi
  (( $#values )) && compadd -a values
  (( $#next )) && _describe command next
  (( $#flags )) && compadd -a flags
}
if [[ "$funcstack[1]" == _keyward ]]; then _keyward "$@"; else compdef _keyward keyward; fi`
}

function contextCase({ paths, words, flags }: CompletionContext): string {
  const bare = flags.filter(({ takes }) => takes === "nothing")
  const parts = [
    words.length > 0 ? `next=(${words.map(described).join(" ")})` : "",
    flags.length > 0 ? `flags=(${flags.map(spelled).join(" ")})` : "",
    bare.length > 0 ? `bare=(${bare.map(spelled).join(" ")})` : "",
  ]
  const isEnd = flags.length > 0
  const patterns = paths.flatMap((path) => [`"${path}"`, ...(isEnd ? [`"${path} "*`] : [])])
  return `    ${patterns.join(" | ")}) ${parts.filter(Boolean).join("; ")} ;;`
}

function valueCases({ paths, flags }: CompletionContext): string[] {
  return flags
    .filter(({ values }) => values.length > 0)
    .map((flag) => {
      const patterns = paths.map((path) => `"${path} "*"${spelled(flag)}"`)
      return `      ${patterns.join(" | ")}) values=(${flag.values.join(" ")}) ;;`
    })
}

/** A colon separates a word from its description. */
function described({ word, about }: Word): string {
  const text = about === "" ? word : `${word.replaceAll(":", "\\:")}:${about}`
  return `'${text.replaceAll("'", "'\\''")}'`
}

function spelled({ flag }: Flag): string {
  return `--${flag}`
}
