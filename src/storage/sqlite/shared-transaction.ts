import type { ChainPosition } from "../../core/event-chain.ts"
import type { AppendedEvents } from "../sql/appended-events.ts"
import type { SharedTransaction } from "../sql/change-group.ts"
import { insertEach } from "../sql/row-statements.ts"
import type { Database } from "../sql/schema.ts"
import type { Step } from "./protocol.ts"
import type { StepQueue } from "./step-queue.ts"

/** The steps of all changes go through one queue, because the file has one writer. */
export function openSharedTransaction(db: Database, queue: StepQueue): SharedTransaction {
  const chainEnds = new Map<string, ChainPosition>()
  let hasBegun = false

  const askForChainEnd = async (workspaceId: string) => {
    const rows = await queue.addAsking({ type: "query", sql: chainEndStatement, parameters: [workspaceId] })
    const [end] = (rows ?? []) as readonly ChainPosition[]
    if (end !== undefined) chainEnds.set(workspaceId, end)
    return end
  }
  /** Removes unsent steps. Returns whether the mark, or the begin, was among them, so that there is nothing to undo. */
  const isUnsent = (type: "begin" | "mark") => {
    const unsent = queue.clear()
    if (unsent.some((step) => step.type === "begin")) hasBegun = false
    return unsent.some((step) => step.type === type)
  }

  return {
    db,

    mark(workspaceId) {
      if (!hasBegun) queue.add({ type: "begin" })
      hasBegun = true
      queue.add({ type: "mark" })
      // Goes with the first message, because most changes record events.
      if (workspaceId !== undefined && !chainEnds.has(workspaceId)) askForChainEnd(workspaceId).catch(() => {})
    },

    async findChainEnd(workspaceId) {
      const known = chainEnds.get(workspaceId)
      if (known !== undefined) return known
      const asking = askForChainEnd(workspaceId)
      const [end] = await Promise.all([asking, queue.send()])
      if (end === undefined) throw new Error(`The workspace ${workspaceId} does not exist.`)
      return end
    },

    keep() {
      queue.add({ type: "keep" })
      return queue.send()
    },

    async undo() {
      if (isUnsent("mark")) return
      queue.add({ type: "undo" })
      await queue.send()
    },

    async commit(appended) {
      if (appended !== undefined) queue.add(...appendSteps(appended))
      queue.add({ type: "commit" })
      await queue.send()
    },

    async rollBack() {
      if (isUnsent("begin") || !hasBegun) return
      queue.add({ type: "rollback" })
      await queue.send().catch(() => {})
    },
  }
}

const chainEndStatement = "select length, hash from event_chains where workspace_id = ?"

/** Events of one transaction have consecutive numbers, so each is found from the last. */
const insertResource = `insert into event_resources (resource_id, sequence)
  values (?, (select max(sequence) from events) - ?)`
const updateChain = "update event_chains set length = ?, hash = ? where workspace_id = ?"

function appendSteps({ events, resources, chains }: AppendedEvents): readonly Step[] {
  const { sql, rows } = insertEach("events", events)
  const last = events.length - 1
  const named = resources.map(({ resourceId, place }) => [resourceId, last - place])
  const ends = chains.map(({ length, hash, workspaceId }) => [length, hash, workspaceId])
  return [
    { type: "write", sql, rows },
    { type: "write", sql: insertResource, rows: named },
    { type: "write", sql: updateChain, rows: ends },
  ]
}
