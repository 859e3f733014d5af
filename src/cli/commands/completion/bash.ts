import type { CompletionContext, Flag } from "./contexts.ts"

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
${contexts.map(contextCase).join("\n")}
  esac
  case " $bare " in *" $previous "*) ;; *)
    case "$path $previous" in
${contexts.flatMap(valueCases).join("\n")}
      *" --"*) return ;;
    esac ;;
  esac
  if [ -n "$values" ] && [ "\${current#-}" = "$current" ]; then words="$values"; else words="$words $flags"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _keyward keyward`
}

function contextCase({ paths, words, flags }: CompletionContext): string {
  const bare = flags.filter(({ takes }) => takes === "nothing")
  const parts = [
    words.length > 0 ? `words="${words.map(({ word }) => word).join(" ")}"` : "",
    flags.length > 0 ? `flags="${flags.map(spelled).join(" ")}"` : "",
    bare.length > 0 ? `bare="${bare.map(spelled).join(" ")}"` : "",
  ]
  const isEnd = flags.length > 0
  const patterns = paths.flatMap((path) => [`"${path}"`, ...(isEnd ? [`"${path} "*`] : [])])
  return `    ${patterns.join(" | ")}) ${parts.filter(Boolean).join("; ")} ;;`
}

/** Other words may stand between a command and its flag. */
function valueCases({ paths, flags }: CompletionContext): string[] {
  return flags
    .filter(({ values }) => values.length > 0)
    .map((flag) => {
      const patterns = paths.map((path) => `"${path} "*"${spelled(flag)}"`)
      return `      ${patterns.join(" | ")}) values="${flag.values.join(" ")}" ;;`
    })
}

function spelled({ flag }: Flag): string {
  return `--${flag}`
}
