import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { version } from "../overview.ts"

const flags = { json: "nothing" } as const

export const versionCommand: Command = {
  words: ["version"],
  summary: "Print the version of Keyward.",
  flags,
  help: () => `Usage: keyward version [--json]

Prints the version of this program. \`keyward doctor\` checks that the service has the same version.

  --json  Print the version as JSON.

Example:
  keyward version`,
  async run({ args, output }) {
    output.print(readFlags(args, flags).has("json") ? JSON.stringify({ version }) : version)
    return 0
  },
}
