import manifest from "../../package.json" with { type: "json" }
import { aligned } from "./aligned.ts"
import type { Command } from "./command.ts"

export const version = manifest.version

/** What `keyward` alone says: lines to paste, from nothing to a verified key. */
export const wayIn = `Keyward ${version}: ${manifest.description}

Run the service; its first start shows a root key, once:
  keyward serve

In another terminal, store that key, issue a key to a customer of yours, and verify it:
  keyward login
  API=$(keyward apis create-api --name Payments --only apiId)
  KEY=$(keyward keys create-key --api-id "$API" --external-id user_1 --only key)
  keyward keys verify-key --key "$KEY"

\`keyward help\` lists all commands, \`keyward doctor\` finds out what is wrong.`

interface Commands {
  readonly programCommands: readonly Command[]
  readonly operationCommands: readonly Command[]
}

/** What `keyward help` says. */
export function overview({ programCommands, operationCommands }: Commands): string {
  const resources = new Set(operationCommands.map(({ words }) => words[0]))
  return `Keyward ${version}: ${manifest.description}

Commands:
${aligned(programCommands.map(entry))}

Calls to a running service, as keyward RESOURCE OPERATION --field value:
  ${[...resources].join(", ")}

keyward help COMMAND explains a command, keyward RESOURCE lists its operations.
With --json every command but serve and completion prints one JSON document and nothing else, failures included;
messages go to standard error. Exit codes: 0 done, 1 failed, 2 the command line is wrong, 3 refused by the service.`
}

/** What `keyward keys` alone says. */
export function groupOverview(group: readonly Command[]): string {
  const [first = ""] = group[0]?.words ?? []
  return `Usage: keyward ${first} COMMAND

${aligned(group.map(({ words, summary }) => [words.slice(1).join(" "), summary]))}

keyward ${first} COMMAND --help explains one.`
}

function entry({ words, summary }: Command): [string, string] {
  return [words.join(" "), summary]
}
