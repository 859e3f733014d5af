import { resolve } from "node:path"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagsOf, readFixed, unexpected } from "../flags.ts"
import { version } from "../overview.ts"
import { progressOn } from "../terminal/progress.ts"
import { countOf } from "../terminal/text.ts"
import { kindCounts } from "./kind-counts.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const flags = {
  workspace: "value",
  events: "nothing",
  force: "nothing",
  data: "value",
  json: "nothing",
} as const satisfies FlagsOf

export const exportCommand: Command = {
  words: ["export"],
  summary: "Write a workspace to a file that `keyward import` reads.",
  flags,
  help: () =>
    `Usage: keyward export FILE [--workspace WORKSPACE_ID] [--events] [--force] [--data FOLDER] [--json]

Writes a workspace to FILE: settings, root keys, APIs, permissions, roles, identities, keys,
rate-limit namespaces and overrides, as they are at one moment. FILE has one JSON object per line;
docs/export-format.md describes them. \`keyward import\` reads FILE into this or another installation.
The same keys keep working there, because FILE holds their hashes and algorithms.

Reads the database directly, because the API shows no hashes. The service can keep running. FILE
appears only when it is complete, only its owner can read it, and its last line holds a SHA-256 of
all other lines.

FILE holds no plaintext keys. It holds recoverable keys encrypted, and only their
KEYWARD_ENCRYPTION_KEY decrypts them. FILE is as confidential as the database. Deleted objects,
usage counts, rate-limit counters and stored responses are not exported.

  --workspace WORKSPACE_ID  Workspace to export. Required if there are several.
  --events                  Also write the events with their hash chain, as an archive. An import
                            does not read them.
  --force                   Replace FILE if it exists.
  --json                    Print the result as JSON.
${databaseSettings()}

Exit code 0: written; 1: failed, and FILE was not written.

Example:
  keyward export ./workspace.ndjson --workspace "$WORKSPACE_ID"`,
  async run(invocation) {
    const { output } = invocation
    const { given, words } = readFixed(invocation.args, flags)
    const [path, stray] = words
    if (path === undefined) throw new UsageError("Name the file to write, such as ./workspace.ndjson.")
    if (stray !== undefined) throw unexpected(stray)
    const config = readSettings(invocation, given)
    const { exportWorkspace } = await import("../../offline/export.ts")
    const { workspaceId, counts, bytes } = await exportWorkspace(config, {
      path: resolve(path),
      isReplacing: given.has("force"),
      workspaceId: given.get("workspace"),
      withEvents: given.has("events"),
      keyward: version,
      startProgress: progressOn(output),
    })
    if (given.has("json")) {
      output.print(JSON.stringify({ file: resolve(path), workspaceId, bytes, counts }))
      return 0
    }
    output.print(`${path}: ${workspaceId}, ${countOf(bytes, "byte")}.`)
    output.print(`Exported: ${kindCounts(new Map(Object.entries(counts)))}.`)
    return 0
  },
}
