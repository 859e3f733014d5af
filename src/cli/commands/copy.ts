import { shellQuote } from "../../core/shell-quote.ts"
import type { CopyReport } from "../../offline/copy.ts"
import { describeLocation, type Location } from "../../storage/location.ts"
import type { Command, Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFlags } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { alignColumns, countOf } from "../terminal/text.ts"
import { chainSummary } from "./chain-summary.ts"

const copyFlags = { from: "value", to: "value", restart: "nothing", json: "nothing" } as const

export const copy: Command = {
  words: ["copy"],
  summary: "Move an installation to another database: SQLite to PostgreSQL, or back.",
  flags: copyFlags,
  help: () =>
    `Usage: keyward copy --from PLACE --to PLACE [--restart] [--json]

Copies everything in an installation to an empty database: keys, events and their chains, usage and
stored responses. Then compares both sides: the row count and hash of every table, and every event
chain. The source is never changed. If the copy stops, run the same command again to continue.
\`keyward serve\` refuses the target until the copy is complete.

A PLACE is one of:
  FOLDER      The data folder of an embedded database.
  FILE        A backup made with \`keyward backup\`, as the source.
  ADDRESS     postgres://user:password@host:port/database
  env:NAME    The environment variable NAME, which holds the address. This keeps the password out
              of the process list.

Stop the service on the source first, because later changes there are not copied. You can copy a
backup at any time, for example to rehearse the move.

The same keys, root keys and operator key work on the target. To show recoverable keys there, use
the same KEYWARD_ENCRYPTION_KEY. Rate-limit counters are not in the database and start at zero.

  --from PLACE  Installation to copy.
  --to PLACE    Empty database, or one with an unfinished copy of the same installation.
  --restart     Delete an unfinished copy and start again. Needed if the source has changed since.
  --json        Print what was copied, and the hashes, as JSON.

Exit code 0: copied and verified; 1: failed, and the message says why.

Example:
  keyward copy --from ./data --to ./data-copy`,
  async run(invocation) {
    const { args, output } = invocation
    const flags = readFlags(args, copyFlags)
    const [source, target] = [
      addressIn(invocation, flags.get("from"), "from"),
      addressIn(invocation, flags.get("to"), "to"),
    ]
    const { readLocation } = await import("../../offline/location.ts")
    const [from, to] = [readLocation(source), readLocation(target)]
    const { copyInstallation } = await import("../../offline/copy.ts")
    const report = await copyInstallation({
      from,
      to,
      discardsUnfinished: flags.has("restart"),
      startProgress: progressOn(output),
    })
    if (flags.has("json")) {
      output.print(JSON.stringify({ ...report, chains: report.chains.map(chainSummary) }))
      return report.isVerified ? 0 : 1
    }
    printTables(report, output)
    return conclude(report, { from, to, output })
  },
}

function addressIn({ environment }: Invocation, text: string | undefined, flag: string): string {
  if (text === undefined) throw new UsageError(`--${flag} is missing. Name a folder or a postgres:// address.`)
  const [, variable] = /^env:(\w+)$/.exec(text) ?? []
  if (variable === undefined) return text
  const value = environment[variable]
  if (value === undefined || value === "") throw new UsageError(`The environment variable ${variable} is not set.`)
  return value
}

function printTables({ tables }: CopyReport, output: Output): void {
  output.print("Tables with their row counts and the start of their SHA-256:")
  output.print(
    alignColumns(
      tables.map(({ table, source, target }) => {
        const [one, other] = [source, target].map(
          ({ rows, hash }) => `${rows.toLocaleString("en")} ${hash.slice(0, 16)}`,
        )
        return [table, one === other ? `${one}  equal` : `${one}  DIFFERENT in the target: ${other}`] as const
      }),
    ),
  )
}

interface Conclusion {
  readonly from: Location
  readonly to: Location
  readonly output: Output
}

function conclude(report: CopyReport, { from, to, output }: Conclusion): number {
  const rows = report.tables.reduce((sum, { target }) => sum + target.rows, 0)
  const events = report.chains.reduce((sum, { reached }) => sum + reached.length, 0)
  const resumed = report.resumed === 0 ? "" : `, ${countOf(report.resumed, "row")} of them by an earlier run`
  if (!report.isVerified) {
    output.error(
      `${describeLocation(to)} is not an exact copy, because the source has changed since the copy began. Stop every service on ${describeLocation(from)}, and run the same command with --restart.`,
    )
    return 1
  }
  output.print(`${countOf(rows, "row")} copied and verified${resumed}.`)
  printChains(report, events, output)
  if (report.recoverableKeys > 0) {
    output.print(`To show ${countOf(report.recoverableKeys, "recoverable key")}, use the same KEYWARD_ENCRYPTION_KEY.`)
  }
  output.print(`To serve the copy: ${serveLine(to)}`)
  return 0
}

/** An exact copy of a broken chain is broken too. */
function printChains({ chains }: CopyReport, events: number, output: Output): void {
  const broken = chains.filter(({ fault }) => fault !== undefined).map(({ workspaceId }) => workspaceId)
  output.print(`${countOf(chains.length, "event chain")} with ${countOf(events, "intact event")} checked.`)
  if (broken.length > 0) {
    output.error(`Broken in the source too: ${broken.join(", ")}. \`keyward audit verify\` shows where.`)
  }
}

/** Without the password, which only the operator knows. */
function serveLine(to: Location): string {
  return to.type === "postgres"
    ? "KEYWARD_DATABASE_URL=… keyward serve, with the address of --to."
    : `keyward serve --data ${shellQuote(to.path)}`
}
