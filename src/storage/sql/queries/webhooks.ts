import type { WebhookWrites } from "../../port/webhooks.ts"
import type { Engine } from "../engine.ts"
import { countRows, findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { searchInSteps } from "./scan.ts"
import {
  changeState,
  confirmDuty,
  deliveryOf,
  makeDue,
  replaceDeliveries,
  stateOf,
  stateRow,
} from "./webhook-delivery.ts"
import { webhookOf, webhookRow } from "./webhook-rows.ts"

export function webhookQueries(db: Database, engine: Engine): WebhookWrites {
  const live = (workspaceId: string) =>
    db.selectFrom("webhooks").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
  return {
    find: (workspaceId, id) => findRow(live(workspaceId).where("id", "=", id), webhookOf),

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "origin", "description"]
      return (await searchInSteps({ db, table: "webhooks", workspaceId, query, rows, columns })).map(webhookOf)
    },

    count: (workspaceId) => countRows(live(workspaceId).clearSelect()),

    findState: (id) => findRow(db.selectFrom("webhook_states").selectAll().where("webhook_id", "=", id), stateOf),

    countWaiting: (id) =>
      countRows(
        db.selectFrom("webhook_deliveries").where("webhook_id", "=", id).where("next_attempt_at", "is not", null),
      ),

    async listDeliveries(id, { status, since, before, limit }) {
      let rows = db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", id)
      if (status !== undefined) rows = rows.where("status", "=", status)
      if (since !== undefined) rows = rows.where("time", ">=", since)
      if (before !== undefined) rows = rows.where("sequence", "<", before)
      return (await rows.orderBy("sequence", "desc").limit(limit).execute()).map(deliveryOf)
    },

    async insert(webhook, state) {
      await insertRows(db, "webhooks", [{ ...webhookRow(webhook), deleted_at: null }])
      await insertRows(db, "webhook_states", [stateRow(state)])
    },

    async update(webhook) {
      await updateRow(db, "webhooks", webhookRow(webhook))
    },

    changeState: (id, change) => changeState({ engine, db }, id, change),

    async forgetAfter(id, position) {
      await db
        .deleteFrom("webhook_deliveries")
        .where("webhook_id", "=", id)
        .where("sequence", ">", position)
        .where("next_attempt_at", "is not", null)
        .execute()
    },

    makeDue: (id, now) => makeDue(db, id, now),

    redeliver: (deliveries) => replaceDeliveries(db, deliveries),

    async delete(id, now) {
      // The state comes first, as in a round, or each could wait for the other.
      await db.deleteFrom("webhook_states").where("webhook_id", "=", id).execute()
      await db.deleteFrom("webhook_deliveries").where("webhook_id", "=", id).execute()
      const deleted = { deleted_at: now, ciphertext: null }
      await db.updateTable("webhooks").set(deleted).where("id", "=", id).execute()
    },

    confirmDuty: (duty) => confirmDuty(db, duty),
  }
}
