import type { Command } from "../../command.ts"
import { UsageError } from "../../failure.ts"
import { readFixed } from "../../flags.ts"
import { bashScript } from "./bash.ts"
import { fishScript } from "./fish.ts"
import { type Place, placesOf } from "./places.ts"
import { zshScript } from "./zsh.ts"

const scripts = new Map<string, (places: readonly Place[]) => string>([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
])

/** `commands` are those to complete; this one is among them. */
export function completionCommand(commands: () => readonly Command[]): Command {
  const shells = [...scripts.keys()]
  return {
    words: ["completion"],
    summary: "Print a script that lets bash, zsh or fish complete commands, flags and values.",
    choices: { "": shells },
    help: () => `Usage: keyward completion ${shells.join("|")}

Prints a script for the shell. It knows every command, operation, flag and value that can be known
beforehand, and does not start Keyward to complete a line. To load it each time a shell starts, put
the line into the shell's own file:

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
      output.print(script(placesOf(commands())))
      return 0
    },
  }
}
