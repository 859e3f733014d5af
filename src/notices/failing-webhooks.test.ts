import { afterAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { startReceiver } from "../../test/services/receiver.ts"

const minute = 60_000

describe.each(engines)("a webhook that cannot be reached, on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T23:30:00Z") }
  const keyward = serveKeyward({ engine, clock, watchesNotices: true, environment: { KEYWARD_WEBHOOKS: "on" } })
  const broken = startReceiver(() => ({ status: 500 }))
  const working = startReceiver()
  afterAll(() => Promise.all([broken.stop(), working.stop()]))

  test("is told to the others after an hour, once", async () => {
    const create = async (url: string, types: readonly string[]) =>
      (await keyward.ok("webhooks.createWebhook", { url, types })).webhookId as string
    const failing = await create(broken.url(), ["api.*", "notices"])
    await create(working.url(), ["notices"])
    await keyward.ok("apis.createApi", { name: "First" })
    const { failingSince } = await until(async () => {
      const { health } = await keyward.ok("webhooks.getWebhook", { webhookId: failing })
      return health.failingSince !== undefined && health
    })
    clock.now += 61 * minute
    await until(() => working.received.length > 0)
    expect(working.received[0]?.message).toMatchObject({
      type: "webhook.failing",
      data: { resources: [{ type: "webhook", id: failing }], changes: { before: null, after: { failingSince } } },
    })
    // Later events pass it, so it would have been sent before them.
    clock.now += 61 * minute
    await keyward.ok("apis.createApi", { name: "Later" })
    await until(() => broken.names().includes("Later"))
    const deliveries = await keyward.ok("webhooks.listDeliveries", { webhookId: failing })
    expect(new Set(deliveries.map(({ type }: { type: string }) => type))).toEqual(new Set(["api.created"]))
    expect(await keyward.ok("events.listEvents", { types: ["notices"] })).toHaveLength(1)
  })
})
