import type { Command } from "../../command.ts"
import { UsageError } from "../../failure.ts"
import { readFixed } from "../../flags.ts"
import { bashScript } from "./bash.ts"
import { type CompletionContext, completionContexts } from "./contexts.ts"
import { fishScript } from "./fish.ts"
import { zshScript } from "./zsh.ts"

const scripts = new Map<string, (contexts: readonly CompletionContext[]) => string>([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
])

/** `commands` includes this command, so it is read only when needed. */
export function completionCommand(commands: () => readonly Command[]): Command {
  const shells = [...scripts.keys()]
  return {
    words: ["completion"],
    summary: "Print a completion script for bash, zsh or fish.",
    choices: { "": shells },
    help: () => `Usage: keyward completion ${shells.join("|")}

Prints a completion script for your shell. It completes commands, flags and known values without
starting Keyward. To load it in every new shell, add the line to the file of your shell:

  ~/.bashrc                   eval "$(keyward completion bash)"
  ~/.zshrc, after compinit    eval "$(keyward completion zsh)"
  ~/.config/fish/config.fish  keyward completion fish | source

Example:
  keyward completion bash`,
    async run({ args, output }) {
      const { words } = readFixed(args, {})
      const [shell, ...stray] = words
      const script = scripts.get(shell ?? "")
      if (script === undefined || stray.length > 0) throw new UsageError(`Name one shell: ${shells.join(", ")}.`)
      output.print(script(completionContexts(commands())))
      return 0
    },
  }
}
