import { type CaseShell, contextCase, valueCases } from "./cases.ts"
import type { CompletionContext } from "./contexts.ts"

/** For bash 3.2 and newer. Bash splits `--flag=value` at the equals sign, so the script joins it again. */
export function bashScript(contexts: readonly CompletionContext[]): string {
  return `# Completion of keyward for bash. Load it with: eval "$(keyward completion bash)"
_keyward() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" flags="" values="" bare="" index
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in -*) break ;; esac
    path="\${path:+$path }\${COMP_WORDS[index]}"
  done
  case "$path" in
${contexts.map((context) => contextCase(context, shell)).join("\n")}
  esac
  case " $bare " in *" $previous "*) ;; *)
    case "$path $previous" in
${contexts.flatMap((context) => valueCases(context, shell)).join("\n")}
      *" --"*) return ;;
    esac ;;
  esac
  if [ -n "$values" ] && [ "\${current#-}" = "$current" ]; then words="$values"; else words="$words $flags"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _keyward keyward`
}

const shell: CaseShell = {
  wordsName: "words",
  show: ({ word }) => word,
  list: (items) => `"${items.join(" ")}"`,
}
