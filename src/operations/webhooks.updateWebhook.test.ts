import { expect, test } from "bun:test"
import { engines, startKeyward } from "../../test/harness/harness.ts"
import { startReceiver } from "../../test/services/receiver.ts"
import { patience, storeOn } from "../../test/storage/provide-database.ts"
import type { Store } from "../storage/port/store.ts"
import type { WebhookWrites } from "../storage/port/webhooks.ts"
import { openPostgres } from "../storage/postgres/engine.ts"

/** Does this once in the middle of the next change of a webhook: everything was read, and nothing written. */
function interrupter() {
  let isDue = false
  let work = async () => {}
  const beforehand = async () => {
    if (!isDue) return
    isDue = false
    await work()
  }
  const interrupted = (webhooks: WebhookWrites): WebhookWrites => ({
    ...webhooks,
    async changeState(...parameters) {
      await beforehand()
      return webhooks.changeState(...parameters)
    },
    async update(webhook) {
      await beforehand()
      return webhooks.update(webhook)
    },
  })
  return {
    wrapStore: (store: Store): Store => ({
      ...store,
      transaction: (scope, run) => store.transaction(scope, (tx) => run({ ...tx, webhooks: interrupted(tx.webhooks) })),
    }),
    interruptOnce(once: () => Promise<void>) {
      isDue = true
      work = once
    },
  }
}

test
  .if(engines.includes("postgres"))
  .each([{ changed: { description: "Renamed" } }, { changed: { enabled: false } }, { changed: { enabled: true } }])(
  "a webhook that is changed ($changed) keeps what another node has delivered since it was read",
  async ({ changed }) => {
    const { wrapStore, interruptOnce } = interrupter()
    const keyward = await startKeyward({ engine: "postgres", environment: { KEYWARD_WEBHOOKS: "off" }, wrapStore })
    const other = openPostgres(keyward.storage, { patience })
    const { webhooks, webhookDelivery: delivery } = storeOn(other)
    const receiver = startReceiver()
    const { webhookId } = await keyward.ok("webhooks.createWebhook", { url: receiver.url(), types: ["api.*"] })
    if (changed.enabled) await keyward.ok("webhooks.updateWebhook", { webhookId, enabled: false })
    const delivered = { position: 1_000_000, lastDeliveredAt: 1_772_366_400_000 }
    let end = ""
    interruptOnce(async () => {
      const duty = await delivery.takeDuty("another node")
      const round = await delivery.readRound(webhookId, { now: 0, retries: 1 })
      if (duty === undefined || round === undefined) throw new Error("The other node cannot deliver.")
      const state = { ...round.state, ...delivered }
      const { workspaceId } = keyward
      const nothing = { due: [], deliveries: [], unwanted: [], dueAt: undefined }
      end = await delivery.storeRound(duty, { ...nothing, state, workspaceId })
    })
    await keyward.ok("webhooks.updateWebhook", { webhookId, ...changed })
    expect(end).toBe("stored")
    expect(await webhooks.findState(webhookId)).toMatchObject(delivered)
    await receiver.stop()
    await other.close()
    await keyward.stop()
  },
)
