import manifest from "../../package.json" with { type: "json" }
import { aligned } from "./aligned.ts"
import type { Command } from "./command.ts"

export const version = manifest.version

interface Commands {
  readonly programCommands: readonly Command[]
  readonly operationCommands: readonly Command[]
}

/** What `keyward` alone says. */
export function overview({ programCommands, operationCommands }: Commands): string {
  const resources = new Set(operationCommands.map(({ words }) => words[0]))
  return `Keyward ${version}: ${manifest.description}

Shortest way in:
  keyward serve      The first start shows two keys and three calls to try.

Commands:
${aligned(programCommands.map(entry))}

Calls to a running service, as keyward RESOURCE OPERATION --field value:
  ${[...resources].join(", ")}

keyward help COMMAND explains a command, keyward RESOURCE lists its operations, keyward --version tells the version.`
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
