import type { ChainFault, ChainReport } from "../../offline/audit.ts"
import type { RecordedEvents } from "../../offline/recorded-events.ts"
import type { Command } from "../command.ts"
import { readFixed, unexpected } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { countOf } from "../terminal/text.ts"
import { type Expectation, expectationText, readExpectation, readExpectationFile } from "./chain-expectations.ts"
import { chainSummary, countWorkspaces } from "./chain-summary.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const flags = { workspace: "value", expect: "values", "expect-file": "value", data: "value", json: "nothing" } as const

export const auditVerify: Command = {
  words: ["audit", "verify"],
  summary: "Check that no recorded event was changed, moved or removed.",
  flags,
  help: () =>
    `Usage: keyward audit verify [--expect WORKSPACE:LENGTH:HASH]... [--expect-file FILE]
                            [--workspace WORKSPACE_ID] [--data FOLDER] [--json]

Checks the events of every workspace, including deleted workspaces, and those of the installation
(users and sessions, under the name "installation"). Each event holds a hash of its
content and of the event before it, so a changed, moved or removed event breaks the chain. The first
event of a workspace must be its creation. Also checks that every event can be found by the
objects that it names. Reads the database directly; the service can keep running.

Prints the first broken event of each workspace. Exit code 0: all chains are intact; 1: a chain is
broken or cannot be read.

Anyone who can write to the database can also remove the last events, or write a whole new chain. To
detect that, store the lines WORKSPACE:LENGTH:HASH that this command prints on another machine. Pass
them to a later run: the chain must still contain each of them.

  --expect WORKSPACE:LENGTH:HASH
                            Line that an earlier run printed. You can repeat the flag.
  --expect-file FILE        File with such lines, such as the whole output of an earlier run.
  --workspace WORKSPACE_ID  Check only this workspace, and only its lines. "installation" checks
                            users and sessions.
  --json                    Print the result as JSON.
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
    const { auditChain, isUnused } = await import("../../offline/audit.ts")
    return withRecordedEvents(config, async (events) => {
      const chains = await chainsOf(events, only, expected)
      printUnused(expected, only, output)
      const total = chains.reduce((sum, { end }) => sum + (end?.length ?? 0), 0)
      const progress = progressOn(output)(total, "events checked")
      const reports: ChainReport[] = []
      for (const { workspaceId } of chains) {
        const kept = expected.filter((one) => one.workspaceId === workspaceId).map(({ position }) => position)
        const report = await auditChain(events, workspaceId, progress, kept)
        if (isUnused(report)) continue
        if (!given.has("json")) printChain(report, output)
        reports.push(report)
      }
      if (!given.has("json")) return conclude(reports, output)
      output.print(JSON.stringify({ workspaces: reports.map(chainSummary) }))
      return reports.every(({ fault }) => fault === undefined) ? 0 : 1
    })
  },
}

/** Includes workspaces that only an expected line names: all their events may have been removed. */
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

/** A line that is silently ignored would look checked. */
function printUnused(expected: readonly Expectation[], only: string | undefined, output: Output): void {
  const unused = only === undefined ? [] : expected.filter(({ workspaceId }) => workspaceId !== only)
  if (unused.length === 0) return
  const lines = `${countOf(unused.length, "line")} of other workspaces`
  output.error(`Not checked: ${lines}, because --workspace is ${only}. Leave out --workspace to check every line.`)
}

function printChain({ workspaceId, reached, last, fault }: ChainReport, output: Output): void {
  const count = countOf(reached.length, "event")
  if (fault === undefined) {
    output.print(`${workspaceId}  intact: ${count}, end ${reached.hash}`)
    output.print(expectationText(workspaceId, reached))
    return
  }
  const after = last === undefined ? "" : `, the last of them ${last.id} (sequence ${last.sequence})`
  output.print(`${workspaceId}  BROKEN ${explanation(fault, reached.length)} Intact before that: ${count}${after}.`)
}

function explanation(fault: ChainFault, reached: number): string {
  switch (fault.type) {
    case "altered":
      return `at ${placeOf(fault)}: its content was changed.`
    case "misplaced":
      return `at ${placeOf(fault)}: it does not follow the event before it. An event was removed, inserted, replaced or moved.`
    case "headless":
      return `at ${placeOf(fault)}: the first event must be workspace.created.`
    case "unfindable":
      return `at ${placeOf(fault)}: the table event_resources does not list its objects.`
    case "empty":
      return "at its beginning: the workspace has no events."
    case "rewritten":
      return `before event ${fault.kept.length}: the chain does not contain the expected hash ${fault.kept.hash}. Events were removed or replaced.`
    case "unrecorded":
      return "at its end: the record of the end was removed."
    case "cut":
      return `at its end: ${(fault.recorded?.length ?? 0) - reached} of ${countOf(fault.recorded?.length ?? 0, "event")} missing.`
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
  output.print(`Checked ${countWorkspaces(reports)} with ${countOf(events, "intact event")}: ${found}.`)
  return broken === 0 ? 0 : 1
}
