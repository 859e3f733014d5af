import manifest from "../../package.json" with { type: "json" }
import type { Command } from "./command.ts"
import { alignColumns } from "./terminal/text.ts"

export const version = manifest.version

/** The text of `keyward` alone: lines to paste, from nothing to a verified key. */
export const wayIn = `Keyward ${version}: ${manifest.description}

Start the service. Its first start shows a root key, once:
  keyward serve

In another terminal, store that key, create a key for a customer, and verify it:
  keyward login
  API=$(keyward apis create Payments --only apiId)
  KEY=$(keyward keys create "$API" --external-id user_1 --only key)
  keyward keys verify --key "$KEY"

\`keyward help\` lists all commands. \`keyward doctor\` finds out what is wrong.`

interface Commands {
  readonly programCommands: readonly Command[]
  readonly operationCommands: readonly Command[]
}

/** The text of `keyward help`. */
export function overview({ programCommands, operationCommands }: Commands): string {
  const resources = [...new Set(operationCommands.map(({ words }) => words[0] ?? ""))]
  return `Keyward ${version}: ${manifest.description}

Commands:
${alignColumns(programCommands.map(({ words, summary }) => [words.join(" "), summary]))}

Calls to a running service:
${alignColumns(resources.map((resource) => [resource, verbsOf(resource, operationCommands)]))}

\`keyward help COMMAND\` explains a command. \`keyward keys\` lists what you can do with keys.
With --json, every command except serve and completion prints one JSON document, also when it fails.
Messages go to standard error.
Exit codes: 0 done, 1 failed, 2 the command line is wrong, 3 refused by the service.`
}

function verbsOf(resource: string, commands: readonly Command[]): string {
  const group = inOrder(commands.filter(({ words }) => words[0] === resource))
  return group.map(({ words }) => words.slice(1).join(" ")).join(", ")
}

/** The text of `keyward keys` alone. */
export function groupOverview(group: readonly Command[]): string {
  const [first = ""] = group[0]?.words ?? []
  return `Usage: keyward ${first} COMMAND

${alignColumns(inOrder(group).map(({ words, usage = "", summary }) => [`${words.slice(1).join(" ")}${usage}`, summary]))}

Run \`keyward ${first} COMMAND --help\` for arguments, flags and an example.`
}

/** The verbs that people use most. */
const verbs = ["create", "list", "get", "update", "verify", "check", "rotate", "revoke", "disable", "enable", "delete"]

/** Listed commands: common verbs first, the others by name. */
function inOrder(commands: readonly Command[]): readonly Command[] {
  const rank = ({ words }: Command) => (verbs.indexOf(words[1] ?? "") + verbs.length + 1) % (verbs.length + 1)
  const name = ({ words }: Command) => words.join(" ")
  const listed = commands.filter(({ isUnlisted }) => !isUnlisted)
  return listed.sort((one, other) => rank(one) - rank(other) || name(one).localeCompare(name(other)))
}
