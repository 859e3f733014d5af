import { resolve } from "node:path"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagsOf, readFixed, unexpected } from "../flags.ts"
import { version } from "../overview.ts"
import { countOf } from "../terminal/count-of.ts"
import { progressOn } from "../terminal/progress.ts"
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
  summary: "Write everything a workspace has to a file that keyward import reads.",
  flags,
  help: () =>
    `Usage: keyward export FILE [--workspace WORKSPACE_ID] [--events] [--force] [--data FOLDER] [--json]

Writes everything that a workspace has into FILE, one JSON object per line, as it is at one moment:
settings, root keys, APIs, permissions, roles, identities, keys, rate-limit namespaces and
overrides. docs/export-format.md describes every line, so that other programs can read it. \`keyward
import\` brings it into this or another installation, where the same keys keep working: the file
holds their hashes and algorithms.

Reads the database itself, not the API, which shows no hashes; the service may run, on either
database. FILE appears whole or not at all, only its owner may read it, and its last line holds a
SHA-256 of all others.

FILE holds no plaintext. It holds the ciphertext of recoverable keys, which only their
KEYWARD_ENCRYPTION_KEY opens. Keep FILE as confidential as the database. It leaves out deleted
objects, usage counts, rate-limit counters and stored responses.

  --workspace WORKSPACE_ID  The workspace to export; needed where there are several.
  --events                  Also write its events with their hash chain, as an archive.
                            An import leaves them out.
  --force                   Replace FILE if it exists.
  --json                    Print what was written as JSON.
${databaseSettings()}

Exit code 0: written; 1: not, and nothing was left behind.

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
