import type { Store } from "../storage/port/store.ts"
import { noticeScope, recordNotice } from "./record-notice.ts"

const hourMs = 3_600_000
/** Whoever was not told by then was not watched for weeks. It bounds how long marks are kept. */
const toldWithinMs = 30 * 24 * hourMs

/** Tells which webhooks had attempts and no success for an hour. */
export async function tellFailingWebhooks(store: Store, now: number): Promise<void> {
  const failing = await store.noticeWatch.listFailing(now - toldWithinMs, now - hourMs)
  for (const { id, workspaceId, failingSince } of failing) {
    await store.transaction(noticeScope(workspaceId, now), async (tx) => {
      const state = await tx.webhooks.findState(id)
      if (state?.failingSince !== failingSince) return
      await recordNotice(tx, {
        ...{ type: "webhook.failing", workspaceId, mark: `${id} ${failingSince}` },
        markedUntil: failingSince + toldWithinMs + hourMs,
        resources: [{ type: "webhook", id }],
        facts: { failingSince },
      })
    })
  }
}
