import type { Scene } from "../scene.ts"
import type { WorstRequests } from "../worst-request.ts"

const longest = { url: `https://hooks.example/${"x".repeat(2_000)}`, description: "x".repeat(256) }
const types = ["api.created", "api.updated", "api.deleted", "root_key.*", "role.*", "permission.*"]

async function create(scene: Scene, more: object = {}): Promise<string> {
  const { webhookId } = await scene.call("webhooks.createWebhook", { ...longest, types, ...more })
  return webhookId
}

async function remove(scene: Scene): Promise<void> {
  for (const { webhookId } of await scene.call("webhooks.listWebhooks", {}))
    await scene.call("webhooks.deleteWebhook", { webhookId })
}

/** A webhook for which the newest 100 events wait. */
async function waiting(scene: Scene): Promise<string> {
  await remove(scene)
  const webhookId = await create(scene, { types: ["*"] })
  const events = await scene.call("events.listEvents", { limit: 100 })
  const eventIds = events.map(({ eventId }: { eventId: string }) => eventId)
  await scene.call("webhooks.redeliver", { webhookId, eventIds })
  return webhookId
}

export const worstOfWebhooks: WorstRequests = {
  "webhooks.createWebhook": [
    {
      what: "begins at the first event of the workspace",
      atMost: 40,
      async prepare(scene) {
        await remove(scene)
        return (round) => ({ body: { ...longest, types: ["*"], from: 0 }, idempotencyKey: `${round}` })
      },
    },
  ],
  "webhooks.getWebhook": [
    {
      what: "all events are behind it, and it wants none of them",
      async prepare(scene) {
        await remove(scene)
        const webhookId = await create(scene, { from: 0, types: ["migration.created"] })
        return () => ({ body: { webhookId } })
      },
    },
  ],
  "webhooks.listWebhooks": [
    {
      what: "50, with all events behind each",
      async prepare(scene) {
        await remove(scene)
        for (let index = 0; index < 50; index += 1) await create(scene, { from: 0 })
        return () => ({ body: {} })
      },
    },
  ],
  "webhooks.updateWebhook": [
    {
      what: "moved to the first event",
      async prepare(scene) {
        await remove(scene)
        const webhookId = await create(scene)
        return (round) => ({ body: { webhookId, from: 0, description: `${round}` } })
      },
    },
  ],
  "webhooks.rotateSecret": [
    {
      what: "the longest URL",
      async prepare(scene) {
        await remove(scene)
        const webhookId = await create(scene)
        return () => ({ body: { webhookId } })
      },
    },
  ],
  "webhooks.sendTest": [
    {
      what: "a name without an address",
      async prepare(scene) {
        await remove(scene)
        const webhookId = await create(scene)
        return () => ({ body: { webhookId } })
      },
    },
  ],
  "webhooks.listDeliveries": [
    {
      what: "100 events that wait",
      async prepare(scene) {
        const webhookId = await waiting(scene)
        return () => ({ body: { webhookId, limit: 100 } })
      },
    },
  ],
  "webhooks.redeliver": [
    {
      what: "100 events",
      async prepare(scene) {
        const webhookId = await waiting(scene)
        const deliveries = await scene.call("webhooks.listDeliveries", { webhookId, limit: 100 })
        const eventIds = deliveries.map(({ eventId }: { eventId: string }) => eventId)
        return () => ({ body: { webhookId, eventIds } })
      },
    },
  ],
  "webhooks.deleteWebhook": [
    {
      what: "the longest URL",
      atMost: 1,
      async prepare(scene) {
        await remove(scene)
        const webhookId = await create(scene)
        return () => ({ body: { webhookId } })
      },
    },
  ],
}
