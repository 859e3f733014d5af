import type { CompiledQuery } from "kysely"
import { lockedTables } from "../../sql/schema/marked-tables.ts"
import { integersIn } from "../../sql/schema/schema.ts"
import { createKnownRows } from "../../sql/statements/known-rows.ts"
import { isLookup, type Lookup } from "../../sql/statements/read-tables.ts"
import type { RunStatement } from "../../sql/statements/statement-driver.ts"
import { createWrittenTables } from "../../sql/statements/written-tables.ts"
import type { SentStatements } from "./sent-statements.ts"
import type { WaitingWrites } from "./waiting-writes.ts"
import { waitingWritesOf } from "./write-texts.ts"

interface QueriesOptions {
  readonly statements: SentStatements
  readonly writes: WaitingWrites
  /** The workspace that the transaction has locked. */
  readonly workspaceId: string | undefined
  /** Resolves with the reply to `begin`. */
  readonly begun: Promise<unknown>
  hasBegun(): boolean
}

export interface QueriesOfChanges {
  readonly run: RunStatement
  startChange(): void
}

/** Runs the queries of changes: writes wait, and reads are sent at once, after the writes that they may depend on. */
export function createQueriesOfChanges(options: QueriesOptions): QueriesOfChanges {
  const { statements, writes, workspaceId, begun, hasBegun } = options
  const written = createWrittenTables()
  const findRows = createKnownRows(written, (query) => workspaceId !== undefined && belongsTo(workspaceId, query))
  /** The number of the change that runs. */
  let present = 0

  const waitUntilBegun = async () => {
    const own = present
    await begun
    if (own !== present) throw new Error("The change is over.")
  }
  const read = async (query: CompiledQuery) => {
    const next = query.query.kind === "SelectQueryNode" ? "read" : "write"
    const mayDependOnWrites = !isLookup(query) || written.affect(query)
    const sendsWrites = next === "write" || (mayDependOnWrites && !writes.isEmpty())
    // If `begin` failed, a write that follows it would be stored on its own.
    if (sendsWrites && !hasBegun()) await waitUntilBegun()
    if (mayDependOnWrites) writes.sendWithinChange(next)
    if (next === "write") written.addAll()
    return integersIn(await statements.ask((on) => on.unsafe(query.sql, [...query.parameters])))
  }

  return {
    async run(query) {
      const own = waitingWritesOf(query)
      if (own === undefined) return findRows(query, () => read(query))
      written.add(query)
      writes.add(own)
      return []
    },
    startChange() {
      present += 1
    },
  }
}

/** Whether a lookup finds only rows of this workspace, which no other transaction changes while it is locked. */
function belongsTo(workspaceId: string, { parameters, readTables }: Lookup): boolean {
  return parameters.includes(workspaceId) && readTables.isSubsetOf(lockedTables)
}
