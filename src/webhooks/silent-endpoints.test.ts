import { afterAll, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { startReceiver } from "../../test/services/receiver.ts"

const webhooks = 50
/** As many as one endpoint gets at a time. */
const events = 16

const keyward = serveKeyward({ engine: "sqlite", environment: { KEYWARD_WEBHOOKS: "on" } })
/** What one workspace may have in flight. */
const held = 64
/** Each prompt event has a full set of silent requests beside it. */
const promptEvents = 8
let answers = Promise.withResolvers<void>()
const silent = startReceiver(async () => {
  await answers.promise
  return { status: 204 }
})
const receiver = startReceiver()
afterAll(async () => {
  await silent.stop()
  await receiver.stop()
})

test("50 silent endpoints of one workspace delay no event of another, and no attempt counts that was not sent", async () => {
  const { rootKey: key } = await keyward.createWorkspace("Silent")
  const webhookIds = await Promise.all(
    Array.from({ length: webhooks }, async (_, index) => {
      const hook = { url: silent.url(`/${index}`), types: ["api.*"] }
      return (await keyward.ok("webhooks.createWebhook", hook, { key })).webhookId
    }),
  )
  const { webhookId: prompt } = await keyward.ok("webhooks.createWebhook", { url: receiver.url(), types: ["api.*"] })
  const record = (name: string, options = {}) => keyward.ok("apis.createApi", { name }, options)
  const names = Array.from({ length: events }, (_, index) => `Event ${index}`)
  await Promise.all(names.map((name) => record(name, { key })))
  const prompts = names.slice(0, promptEvents)
  for (const [index, name] of prompts.entries()) {
    await until(() => silent.received.length >= held * (index + 1))
    await record(name)
    await until(() => receiver.names().includes(name))
    expect(silent.received).toHaveLength(held * (index + 1))
    // A request that takes 15 s fails, and a busy machine takes long for all of this.
    const { resolve } = answers
    answers = Promise.withResolvers()
    resolve()
  }
  const { text } = await keyward.request("/metrics")
  expect(text).toContain('keyward_webhook_requests_total{result="failed"} 0')
  const isSettled = async (webhookId: string, options = {}) => {
    const { health } = await keyward.ok("webhooks.getWebhook", { webhookId }, options)
    return health.lastDeliveredAt !== undefined && health.waiting === 0 && health.behindSince === undefined
  }
  await until(() => isSettled(prompt))
  const ofPrompt = await keyward.ok("webhooks.listDeliveries", { webhookId: prompt, limit: 100 })
  expect(ofPrompt.map(({ attempts }: { attempts: unknown[] }) => attempts.length)).toEqual(prompts.map(() => 1))
  answers.resolve()
  let attempts = 0
  for (const webhookId of webhookIds) {
    await until(() => isSettled(webhookId, { key }))
    const deliveries = await keyward.ok("webhooks.listDeliveries", { webhookId, limit: 100 }, { key })
    expect(deliveries).toHaveLength(events)
    for (const delivery of deliveries) attempts += delivery.attempts.length
  }
  expect(attempts).toBe(silent.received.length)
})
