import { resolve } from "node:path"
import type { Backup } from "../../offline/back-up.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagsOf, readFixed, unexpected } from "../flags.ts"
import { countOf } from "../terminal/count-of.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { quoted } from "../terminal/quoted.ts"
import { chainSummary } from "./chain-summary.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const backupFlags = { force: "nothing", data: "value", json: "nothing" } as const satisfies FlagsOf

export const backup: Command = {
  words: ["backup"],
  summary: "Copy the embedded database to a file while the service runs.",
  flags: backupFlags,
  help: () =>
    `Usage: keyward backup FILE [--force] [--data FOLDER] [--json]

Copies the database as it is at one moment into FILE; the service may keep running. FILE appears
whole or not at all, only its owner may read it, and before it appears it is checked: every table,
every reference, and the event chain of every workspace. It holds no plaintext key; what it does
hold is as confidential as the database. KEYWARD_ENCRYPTION_KEY and a preset KEYWARD_OPERATOR_KEY
are not in it: keep them elsewhere.

To restore: stop the service, put FILE as keyward.db into an empty folder, and start with --data or
KEYWARD_DATA_DIR set to that folder. For an installation on PostgreSQL this command names the
pg_dump command that makes a backup.

Exit code 0: the backup was made and is sound; 1: it was not made, or an event chain in it is
broken.

  --force                   Replace FILE if it exists.
  --json                    Print what was made as JSON.
${databaseSettings()}

Example:
  keyward backup ./keyward-backup.db`,
  async run(invocation) {
    const { output } = invocation
    const { given, words } = readFixed(invocation.args, backupFlags)
    const [path, stray] = words
    if (path === undefined) throw new UsageError("Name the file to write, such as ./keyward-backup.db.")
    if (stray !== undefined) throw unexpected(stray)
    const config = readSettings(invocation, given)
    if (config.databaseUrl !== undefined) throw new Error(dumpAdvice(path))
    const { backUpDatabase } = await import("../../offline/back-up.ts")
    const startProgress = progressOn(output)
    const made = await backUpDatabase(config, { path: resolve(path), isReplacing: given.has("force"), startProgress })
    if (!given.has("json")) return tellBackup(path, made, output)
    output.print(JSON.stringify({ file: resolve(path), bytes: made.bytes, workspaces: made.chains.map(chainSummary) }))
    return made.chains.every(({ fault }) => fault === undefined) ? 0 : 1
  },
}

function tellBackup(path: string, { bytes, chains }: Backup, output: Output): number {
  const events = chains.reduce((sum, { reached }) => sum + reached.length, 0)
  const broken = chains.filter(({ fault }) => fault !== undefined)
  output.print(
    `${path}: ${countOf(bytes, "byte")}, ${countOf(chains.length, "workspace")}, ${countOf(events, "event")}.`,
  )
  if (broken.length === 0) return 0
  const names = broken.map(({ workspaceId }) => workspaceId).join(", ")
  output.error(
    `The backup is true to the database, in which the event chain of ${names} is broken: \`keyward audit verify\` says where.`,
  )
  return 1
}

/** The shell fills the address in, so that no password is shown. */
function dumpAdvice(path: string): string {
  return `This installation is on PostgreSQL (KEYWARD_DATABASE_URL), whose own tool makes the backup, while the service runs:
  pg_dump --format=custom --no-owner --file=${quoted(path)} "$KEYWARD_DATABASE_URL"
and restores it into an empty database:
  pg_restore --no-owner --exit-on-error --dbname="$KEYWARD_DATABASE_URL" ${quoted(path)}`
}
