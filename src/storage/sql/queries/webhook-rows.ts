import type { Webhook } from "../../../core/webhook.ts"
import { conversionFor } from "../schema/conversion.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export const { toRow: webhookRow, toObject: webhookOf } = conversionFor(tables.webhooks, "deleted_at")

/** All webhooks that may be sent to, or those of one workspace. */
export async function webhookRowsOf(db: Database, workspaceId: string | undefined): Promise<readonly Webhook[]> {
  let rows = db.selectFrom("webhooks").selectAll().where("enabled", "=", 1).where("deleted_at", "is", null)
  if (workspaceId !== undefined) rows = rows.where("workspace_id", "=", workspaceId)
  return (await rows.where("ciphertext", "is not", null).orderBy("id").execute()).map(webhookOf)
}
