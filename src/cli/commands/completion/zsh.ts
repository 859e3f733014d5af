import type { Flag, Place, Word } from "./places.ts"

/** Works where it is loaded at once and where it lies as _keyward in a folder of $fpath. */
export function zshScript(places: readonly Place[]): string {
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
${places.map(placeCase).join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == --*=* ]]; then
    previous="\${words[CURRENT]%%=*}"
    compset -P '*='
  fi
  if [[ "$previous" == --* ]] && (( ! \${bare[(Ie)$previous]} )); then
    case "$place $previous" in
${places.flatMap(valueCases).join("\n")}
      *) _files; return ;;
    esac
  fi
  (( $#values )) && compadd -a values
  (( $#next )) && _describe command next
  (( $#flags )) && compadd -a flags
}
if [[ "$funcstack[1]" == _keyward ]]; then _keyward "$@"; else compdef _keyward keyward; fi`
}

function placeCase({ paths, words, flags }: Place): string {
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

function valueCases({ paths, flags }: Place): string[] {
  return flags
    .filter(({ values }) => values.length > 0)
    .map((flag) => {
      const patterns = paths.map((path) => `"${path} "*"${spelled(flag)}"`)
      return `      ${patterns.join(" | ")}) values=(${flag.values.join(" ")}) ;;`
    })
}

/** A colon separates a word from what is told about it. */
function described({ word, about }: Word): string {
  const text = about === "" ? word : `${word.replaceAll(":", "\\:")}:${about}`
  return `'${text.replaceAll("'", "'\\''")}'`
}

function spelled({ flag }: Flag): string {
  return `--${flag}`
}
