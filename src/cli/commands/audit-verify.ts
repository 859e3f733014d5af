import type { ChainFault, ChainReport } from "../../offline/audit.ts"
import type { RecordedEvents } from "../../offline/recorded-events.ts"
import type { Command } from "../command.ts"
import { readFixed, unexpected } from "../flags.ts"
import { countOf } from "../terminal/count-of.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { type Expectation, expectationText, readExpectation, readExpectationFile } from "./chain-expectations.ts"
import { chainSummary } from "./chain-summary.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const flags = { workspace: "value", expect: "values", "expect-file": "value", data: "value", json: "nothing" } as const

export const auditVerify: Command = {
  words: ["audit", "verify"],
  summary: "Check that no recorded event was altered, moved or removed.",
  flags,
  help: () =>
    `Usage: keyward audit verify [--expect WORKSPACE:LENGTH:HASH]... [--expect-file FILE]
                            [--workspace WORKSPACE_ID] [--data FOLDER] [--json]

Follows the events of every workspace, deleted ones included, from the first, which has to say that
the workspace was created, to the last. Each event carries a hash of what it says and of the event
before it, so an event that was altered, moved or removed breaks the chain there. Also checks that
every event is found by the objects that it names. Reads the database itself; the service may run.

Names the first broken event of each workspace. Exit code 0: all intact, 1: something is broken or
cannot be read.

Anyone who can write to the database can also remove the last events, or write a whole new chain. To
notice that too, keep the lines of the form WORKSPACE:LENGTH:HASH that this command prints on
another machine, and give them back later: the chain then has to pass through each of them.

  --expect WORKSPACE:LENGTH:HASH
                            A line that an earlier run has printed; may be given more than once.
  --expect-file FILE        A file with such lines; the whole output of an earlier run will do.
  --workspace WORKSPACE_ID  Check this workspace only, and kept lines of it only.
  --json                    Print what was found as JSON.
${databaseSettings()}

Example:
  keyward audit verify`,
  async run(invocation) {
    const { args, output } = invocation
    const { given, words, flags: all } = readFixed(args, flags)
    if (words[0] !== undefined) throw unexpected(words[0])
    const file = given.get("expect-file")
    const expected = [
      ...all.filter(({ flag }) => flag === "expect").map(({ value = "" }) => readExpectation(value)),
      ...(file === undefined ? [] : readExpectationFile(file)),
    ]
    const config = readSettings(invocation, given)
    const only = given.get("workspace")
    const { withRecordedEvents } = await import("../../offline/recorded-events.ts")
    const { auditChain } = await import("../../offline/audit.ts")
    return withRecordedEvents(config, async (events) => {
      const chains = await chainsOf(events, only, expected)
      tellUnused(expected, only, output)
      const total = chains.reduce((sum, { end }) => sum + (end?.length ?? 0), 0)
      const progress = progressOn(output)(total, "events checked")
      const reports: ChainReport[] = []
      for (const { workspaceId } of chains) {
        const kept = expected.filter((one) => one.workspaceId === workspaceId).map(({ position }) => position)
        const report = await auditChain(events, workspaceId, progress, kept)
        if (!given.has("json")) tellChain(report, output)
        reports.push(report)
      }
      if (!given.has("json")) return conclude(reports, output)
      output.print(JSON.stringify({ workspaces: reports.map(chainSummary) }))
      return reports.every(({ fault }) => fault === undefined) ? 0 : 1
    })
  },
}

/** A workspace that somebody has kept a line of is looked for, also if nothing of it is left. */
async function chainsOf(
  events: RecordedEvents,
  workspaceId: string | undefined,
  expected: readonly Expectation[],
): ReturnType<RecordedEvents["listChains"]> {
  const recorded = await events.listChains()
  const known = new Set(recorded.map((chain) => chain.workspaceId))
  const gone = [...new Set(expected.map((one) => one.workspaceId))].filter((id) => !known.has(id))
  const chains = [...recorded, ...gone.map((id) => ({ workspaceId: id, end: undefined }))]
  if (workspaceId === undefined) return chains
  const wanted = chains.filter((chain) => chain.workspaceId === workspaceId)
  if (wanted.length === 0) throw new Error(`The database has no workspace ${workspaceId}.`)
  return wanted
}

/** Whoever gives a line expects it to be checked. */
function tellUnused(expected: readonly Expectation[], only: string | undefined, output: Output): void {
  const unused = only === undefined ? [] : expected.filter(({ workspaceId }) => workspaceId !== only)
  if (unused.length === 0) return
  const lines = `${countOf(unused.length, "kept line")} of other workspaces`
  output.error(`Not checked: ${lines}, since --workspace names ${only}. Leave --workspace out to check every line.`)
}

function tellChain({ workspaceId, reached, last, fault }: ChainReport, output: Output): void {
  const count = countOf(reached.length, "event")
  if (fault === undefined) {
    output.print(`${workspaceId}  intact: ${count}, end ${reached.hash}`)
    output.print(expectationText(workspaceId, reached))
    return
  }
  const after = last === undefined ? "" : `, the last of them ${last.id} (sequence ${last.sequence})`
  output.print(`${workspaceId}  BROKEN ${explanation(fault, reached.length)} Intact up to there: ${count}${after}.`)
}

function explanation(fault: ChainFault, reached: number): string {
  switch (fault.type) {
    case "altered":
      return `at ${placeOf(fault)}: it does not say what was recorded.`
    case "misplaced":
      return `at ${placeOf(fault)}: it does not follow the event before it; one was removed, inserted, replaced or moved.`
    case "headless":
      return `at ${placeOf(fault)}: a chain begins with workspace.created, and this event does not say that.`
    case "unfindable":
      return `at ${placeOf(fault)}: the table event_resources does not name the objects that it is about.`
    case "empty":
      return "at its beginning: the workspace has no events."
    case "rewritten":
      return `before event ${fault.kept.length}: the chain does not pass through the end that was kept, ${fault.kept.hash}. Events were removed or replaced.`
    case "unrecorded":
      return "at its end: the record of where the chain ends was removed."
    case "cut":
      return `at its end: ${countOf((fault.recorded?.length ?? 0) - reached, "event")} of ${fault.recorded?.length} missing.`
    case "overlong":
      return `at its end: only ${countOf(fault.recorded?.length ?? 0, "event")} were recorded.`
    case "mismatched":
      return "at its end: the last event is not the one that was recorded."
  }
}

function placeOf({ event }: { readonly event: { readonly id: string; readonly sequence: number } }): string {
  return `event ${event.id} (sequence ${event.sequence})`
}

function conclude(reports: readonly ChainReport[], output: Output): number {
  const broken = reports.filter(({ fault }) => fault !== undefined).length
  const events = reports.reduce((sum, { reached }) => sum + reached.length, 0)
  const found = broken === 0 ? "all intact" : `${broken} BROKEN`
  output.print(`Checked ${countOf(reports.length, "workspace")} with ${countOf(events, "intact event")}: ${found}.`)
  return broken === 0 ? 0 : 1
}
