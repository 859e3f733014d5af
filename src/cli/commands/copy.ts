import type { CopyReport } from "../../offline/copy.ts"
import { describeLocation, type Location } from "../../storage/location.ts"
import type { Command, Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFlags } from "../flags.ts"
import { aligned } from "../terminal/aligned.ts"
import { countOf } from "../terminal/count-of.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { quoted } from "../terminal/quoted.ts"
import { chainSummary } from "./chain-summary.ts"

const copyFlags = { from: "value", to: "value", anew: "nothing", json: "nothing" } as const

export const copy: Command = {
  words: ["copy"],
  summary: "Move an installation to another database, from SQLite to PostgreSQL or back.",
  flags: copyFlags,
  help: () =>
    `Usage: keyward copy --from PLACE --to PLACE [--anew] [--json]

Copies everything that an installation has, keys, events and their chains, usage, stored responses,
to an empty database, and then reads both sides again: the number of rows and a hash of every table,
and every event chain. The source is only read. If the copy stops, run the same command again to
continue. Until it has succeeded, \`keyward serve\` refuses the target.

A PLACE is the data folder of the embedded database, a file that \`keyward backup\` has made (as
source), an address postgres://user:password@host:port/database, or env:NAME for an address that the
environment variable NAME holds, so that no password shows in the list of processes.

Stop the service on the source first: later changes there would not be copied. You can copy a backup
at any time, for example to rehearse the move.

The same keys, root keys and operator key work on the target. Recoverable keys can be shown there if
KEYWARD_ENCRYPTION_KEY is the same. Rate-limit counters are not in the database and start again at
zero.

  --from PLACE  The installation to copy.
  --to PLACE    Where it goes: empty, or holding the unfinished copy of the same installation.
  --anew        Start over: delete what an unfinished copy wrote, if the source has
                changed since.
  --json        Print what was copied, and the hashes, as JSON.

Exit code 0: copied and verified; 1: not, and the message says why.

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
      isAnew: flags.has("anew"),
      startProgress: progressOn(output),
    })
    if (flags.has("json")) {
      output.print(JSON.stringify({ ...report, chains: report.chains.map(chainSummary) }))
      return report.isVerified ? 0 : 1
    }
    tellTables(report, output)
    return conclude(report, { from, to, output })
  },
}

function addressIn({ environment }: Invocation, text: string | undefined, flag: string): string {
  if (text === undefined) throw new UsageError(`--${flag} is missing: name a folder, or a postgres:// address.`)
  const [, variable] = /^env:(\w+)$/.exec(text) ?? []
  if (variable === undefined) return text
  const value = environment[variable]
  if (value === undefined || value === "") throw new UsageError(`The environment variable ${variable} is not set.`)
  return value
}

function tellTables({ tables }: CopyReport, output: Output): void {
  output.print("The tables, their rows, and the beginning of the SHA-256 of their content:")
  output.print(
    aligned(
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
      `${describeLocation(to)} is not a true copy: the source has changed since the copy began. Stop every service on ${describeLocation(from)}, and run the same command with --anew.`,
    )
    return 1
  }
  output.print(`${countOf(rows, "row")} copied and verified${resumed}.`)
  tellChains(report, events, output)
  if (report.recoverableKeys > 0) {
    output.print(
      `${countOf(report.recoverableKeys, "recoverable key")}: they can be shown with the same KEYWARD_ENCRYPTION_KEY only.`,
    )
  }
  output.print(`Serve it from now on: ${serveLine(to)}`)
  return 0
}

/** A chain that was broken before is broken in a true copy too. */
function tellChains({ chains }: CopyReport, events: number, output: Output): void {
  const broken = chains.filter(({ fault }) => fault !== undefined).map(({ workspaceId }) => workspaceId)
  output.print(`${countOf(chains.length, "event chain")} with ${countOf(events, "intact event")} checked.`)
  if (broken.length > 0) {
    output.error(`Broken, as in the source: ${broken.join(", ")}. \`keyward audit verify\` says where.`)
  }
}

/** The password is for the shell to fill in. */
function serveLine(to: Location): string {
  return to.type === "postgres"
    ? "KEYWARD_DATABASE_URL=… keyward serve, with the address that --to had."
    : `keyward serve --data ${quoted(to.path)}`
}
