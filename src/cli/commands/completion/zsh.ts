import { type CaseShell, contextCase, valueCases } from "./cases.ts"
import type { CompletionContext, Word } from "./contexts.ts"

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
${contexts.map((context) => contextCase(context, shell)).join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == --*=* ]]; then
    previous="\${words[CURRENT]%%=*}"
    compset -P '*='
  fi
  if [[ "$previous" == --* ]] && (( ! \${bare[(Ie)$previous]} )); then
    case "$place $previous" in
${contexts.flatMap((context) => valueCases(context, shell)).join("\n")}
      *) _files; return ;;
    esac
  fi
  (( $#values )) && compadd -a values
  (( $#next )) && _describe command next
  (( $#flags )) && compadd -a flags
}
if [[ "$funcstack[1]" == _keyward ]]; then _keyward "$@"; else compdef _keyward keyward; fi`
}

const shell: CaseShell = { wordsName: "next", show: described, list: (items) => `(${items.join(" ")})` }

/** A colon separates a word from its description. */
function described({ word, about }: Word): string {
  const text = about === "" ? word : `${word.replaceAll(":", "\\:")}:${about}`
  return `'${text.replaceAll("'", "'\\''")}'`
}
