import { resolve } from "node:path"
import { shellQuote } from "../../core/shell-quote.ts"
import type { Backup } from "../../offline/back-up.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { type FlagsOf, readFixed, unexpected } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { countOf } from "../terminal/text.ts"
import { chainSummary, countWorkspaces } from "./chain-summary.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const backupFlags = { force: "nothing", data: "value", json: "nothing" } as const satisfies FlagsOf

export const backup: Command = {
  words: ["backup"],
  summary: "Copy the embedded database to a file while the service runs.",
  flags: backupFlags,
  help: () =>
    `Usage: keyward backup FILE [--force] [--data FOLDER] [--json]

Copies the embedded database to FILE while the service runs. FILE is a snapshot of one moment. It
appears only after every table, every reference and the event chain of every workspace were checked,
and only its owner can read it.

FILE holds no plaintext keys, but is as confidential as the database. It does not hold
KEYWARD_ENCRYPTION_KEY or a preset KEYWARD_OPERATOR_KEY: back these up separately.

To restore: stop the service, copy FILE to keyward.db in an empty folder, and start with --data or
KEYWARD_DATA_DIR set to that folder. With PostgreSQL, this command prints the pg_dump command to use
instead.

Exit code 0: the backup is complete and intact; 1: it was not made, or an event chain in it is
broken.

  --force                   Replace FILE if it exists.
  --json                    Print the result as JSON.
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
    if (!given.has("json")) return printBackup(path, made, output)
    output.print(JSON.stringify({ file: resolve(path), bytes: made.bytes, workspaces: made.chains.map(chainSummary) }))
    return made.chains.every(({ fault }) => fault === undefined) ? 0 : 1
  },
}

function printBackup(path: string, { bytes, chains }: Backup, output: Output): number {
  const events = chains.reduce((sum, { reached }) => sum + reached.length, 0)
  const broken = chains.filter(({ fault }) => fault !== undefined)
  output.print(`${path}: ${countOf(bytes, "byte")}, ${countWorkspaces(chains)}, ${countOf(events, "event")}.`)
  if (broken.length === 0) return 0
  const names = broken.map(({ workspaceId }) => workspaceId).join(", ")
  output.error(
    `The event chain of ${names} is broken in the database, and so in the backup. \`keyward audit verify\` shows where.`,
  )
  return 1
}

/** The shell inserts the address, so that no password is shown. */
function dumpAdvice(path: string): string {
  return `This installation uses PostgreSQL (KEYWARD_DATABASE_URL). Back it up with pg_dump, while the service runs:
  pg_dump --format=custom --no-owner --file=${shellQuote(path)} "$KEYWARD_DATABASE_URL"
Restore it into an empty database:
  pg_restore --no-owner --exit-on-error --dbname="$KEYWARD_DATABASE_URL" ${shellQuote(path)}`
}
