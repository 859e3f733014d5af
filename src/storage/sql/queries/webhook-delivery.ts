import type { Delivery, EndpointState } from "../../../core/webhook-rules.ts"
import type { Duty, StoredRound, WebhookDelivery } from "../../port/webhooks.ts"
import type { Engine } from "../engine.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow, inChunks, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { takeDuty } from "./duties.ts"
import { webhookRowsOf } from "./webhook-rows.ts"

/** How many events may wait for one webhook. Beyond, the oldest fail. */
const waitingAtMost = 10_000
const dayMs = 86_400_000
const keptMs = 7 * dayMs
const failedKeptMs = 30 * dayMs
const deliveredAtMost = 10_000
/** Bounds what one transaction deletes, for which other writers of a SQLite file wait. */
const prunedAtOnce = 500

export function webhookDelivery(engine: Engine): WebhookDelivery {
  const { reader } = engine
  return {
    async takeDuty(node) {
      const term = await takeDuty(engine, duty, node)
      return term === undefined ? undefined : { node, term }
    },

    async hasEndpoints() {
      const enabled = reader
        .selectFrom("webhooks")
        .select("id")
        .where("enabled", "=", 1)
        .where("deleted_at", "is", null)
      return (await enabled.limit(1).execute()).length > 0
    },

    listEndpoints: (workspaceId) => webhookRowsOf(reader, workspaceId),

    async readRound(id, { now, retries }) {
      const state = await findRow(reader.selectFrom("webhook_states").selectAll().where("webhook_id", "=", id), stateOf)
      if (state === undefined) return undefined
      const due = await reader
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("webhook_id", "=", id)
        .where("next_attempt_at", "<=", now)
        .orderBy("next_attempt_at")
        .limit(retries)
        .execute()
      return { state, due: due.map(deliveryOf) }
    },

    async holdsDuty({ node, term }) {
      const rows = reader.selectFrom("duties").select("term").where("name", "=", duty)
      return (await rows.where("node", "=", node).where("term", "=", term).execute()).length > 0
    },

    storeRound: (held, round) =>
      engine.transaction((db) => storeRound({ engine, db }, held, round), { lane: round.workspaceId }),

    async findNextAttempt(id) {
      const row = await reader
        .selectFrom("webhook_deliveries")
        .select("next_attempt_at")
        .where("webhook_id", "=", id)
        .where("next_attempt_at", "is not", null)
        .orderBy("next_attempt_at")
        .limit(1)
        .executeTakeFirst()
      return row?.next_attempt_at ?? null
    },

    prune: (id, now) => engine.transaction((db) => prune(db, id, now)),
  }
}

const duty = "webhooks"

/** Writes the row, so that a node that takes the duty waits until this transaction has ended. */
export async function confirmDuty(db: Database, { node, term }: Duty): Promise<boolean> {
  const rows = await db
    .updateTable("duties")
    .set({ term })
    .where("name", "=", duty)
    .where("node", "=", node)
    .where("term", "=", term)
    .returning("term")
    .execute()
  return rows.length > 0
}

interface Writing {
  readonly engine: Pick<Engine, "name">
  readonly db: Database
}

async function storeRound(writing: Writing, held: Duty, round: StoredRound) {
  const { db } = writing
  if (!(await confirmDuty(db, held))) return "duty_lost"
  const { state, dueAt } = round
  const { webhookId, revision } = state
  const after = await changeState(writing, webhookId, (before) => (before.revision === revision ? state : before))
  if (after !== state) return "changed"
  const sequences = [...round.deliveries.map(({ sequence }) => sequence), ...round.unwanted]
  const redelivered = await findRedelivered(db, { webhookId, sequences, due: round.due })
  const deliveries = round.deliveries.filter(({ sequence }) => !redelivered.has(sequence))
  const unwanted = round.unwanted.filter((sequence) => !redelivered.has(sequence))
  await replaceDeliveries(db, deliveries)
  await deleteDeliveries(db, webhookId, unwanted)
  if (dueAt !== undefined) await makeDue(db, webhookId, dueAt)
  if (deliveries.some(({ status }) => status === "waiting")) await failOldest(db, webhookId)
  return "stored"
}

interface Known {
  readonly webhookId: string
  readonly sequences: readonly number[]
  readonly due: readonly Delivery[]
}

/** What waits otherwise than the round has read it. Only a redelivery leaves the revision as it was. */
async function findRedelivered(db: Database, { webhookId, sequences, due }: Known): Promise<ReadonlySet<number>> {
  const read = new Map(due.map((delivery) => [delivery.sequence, delivery]))
  const redelivered = new Set<number>()
  for (const chunk of inChunks(sequences)) {
    const rows = await db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_id", "=", webhookId)
      .where("sequence", "in", padded(chunk))
      .where("next_attempt_at", "is not", null)
      .execute()
    for (const delivery of rows.map(deliveryOf)) {
      if (!Bun.deepEquals(delivery, read.get(delivery.sequence))) redelivered.add(delivery.sequence)
    }
  }
  return redelivered
}

/** SQLite has one writer at a time, so what a transaction reads is current until it ends. */
export async function changeState(
  { engine: { name }, db }: Writing,
  id: string,
  change: (state: EndpointState) => EndpointState,
): Promise<EndpointState | undefined> {
  const stored = db.selectFrom("webhook_states").selectAll().where("webhook_id", "=", id)
  const before = await findRow(name === "postgres" ? stored.forUpdate() : stored, stateOf)
  if (before === undefined) return undefined
  const after = change(before)
  if (after === before) return before
  const { webhook_id: _webhookId, ...columns } = stateRow(after)
  await db.updateTable("webhook_states").set(columns).where("webhook_id", "=", id).execute()
  return after
}

/** The text of both statements is always the same, unlike that of an insertion that replaces. */
export async function replaceDeliveries(db: Database, deliveries: readonly Delivery[]): Promise<void> {
  const [first] = deliveries
  if (first === undefined) return
  const sequences = deliveries.map(({ sequence }) => sequence)
  await deleteDeliveries(db, first.webhookId, sequences)
  await insertRows(db, "webhook_deliveries", deliveries.map(toDeliveryRow))
}

async function deleteDeliveries(db: Database, id: string, sequences: readonly number[]): Promise<void> {
  for (const chunk of inChunks(sequences)) {
    await db
      .deleteFrom("webhook_deliveries")
      .where("webhook_id", "=", id)
      .where("sequence", "in", padded(chunk))
      .execute()
  }
}

export async function makeDue(db: Database, id: string, now: number): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ next_attempt_at: now })
    .where("webhook_id", "=", id)
    .where("next_attempt_at", ">", now)
    .execute()
}

async function failOldest(db: Database, id: string): Promise<void> {
  const newestTooMany = db
    .selectFrom("webhook_deliveries")
    .select("sequence")
    .where("webhook_id", "=", id)
    .where("next_attempt_at", "is not", null)
    .orderBy("sequence", "desc")
    .limit(1)
    .offset(waitingAtMost)
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "failed", next_attempt_at: null })
    .where("webhook_id", "=", id)
    .where("next_attempt_at", "is not", null)
    .where("sequence", "<=", newestTooMany)
    .execute()
}

async function prune(db: Database, id: string, now: number): Promise<boolean> {
  const settled = () =>
    db.selectFrom("webhook_deliveries").where("webhook_id", "=", id).where("next_attempt_at", "is", null)
  const delivered = () => settled().where("status", "=", "delivered")
  const oldestKept = delivered().select("sequence").orderBy("sequence", "desc").limit(1).offset(deliveredAtMost)
  const old = await settled()
    .select("sequence")
    .where(({ eb, or, and }) =>
      or([
        and([eb("status", "=", "delivered"), eb("last_attempt_at", "<", now - keptMs)]),
        and([eb("status", "=", "delivered"), eb("sequence", "<=", oldestKept)]),
        eb("last_attempt_at", "<", now - failedKeptMs),
      ]),
    )
    .orderBy("sequence")
    .limit(prunedAtOnce)
    .execute()
  await deleteDeliveries(
    db,
    id,
    old.map(({ sequence }) => sequence),
  )
  return old.length === prunedAtOnce
}

const states = conversionFor(tables.webhook_states)
const deliveries = conversionFor(tables.webhook_deliveries)

export const stateRow: (state: EndpointState) => ReturnType<typeof states.toRow> = states.toRow
export const stateOf: (row: Parameters<typeof states.toObject>[0]) => EndpointState = states.toObject
export const deliveryOf: (row: Parameters<typeof deliveries.toObject>[0]) => Delivery = deliveries.toObject
const toDeliveryRow: (delivery: Delivery) => ReturnType<typeof deliveries.toRow> = deliveries.toRow
