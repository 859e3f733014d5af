import { afterAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { startReceiver } from "../../test/services/receiver.ts"
import { queryDatabase } from "../../test/storage/database.ts"
import { eventMessage } from "../contract/event-message.ts"

interface Listed {
  readonly status: string
  readonly attempts: readonly { readonly status?: number }[]
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.each([...engines])("webhooks on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock, environment: { KEYWARD_WEBHOOKS: "on" } })
  const receiver = startReceiver()
  afterAll(() => receiver.stop())

  const create = async (path: string, more: object = {}) =>
    keyward.ok("webhooks.createWebhook", { url: receiver.url(path), types: ["api.*"], ...more })
  const show = (webhookId: string) => keyward.ok("webhooks.getWebhook", { webhookId })
  const makeApi = (name: string) => keyward.ok("apis.createApi", { name })
  const receivedAt = (path: string) => receiver.received.filter((one) => one.path === path)
  const namesAt = (path: string) => receivedAt(path).map(({ message }) => message.data.changes.after.name)
  const has = (path: string, count: number) =>
    until(
      () => receivedAt(path).length >= count,
      () => JSON.stringify(namesAt(path)),
    )
  const isSettled = (webhookId: string) =>
    until(async () => {
      const { health } = await show(webhookId)
      return health.behindSince === undefined && health.waiting === 0
    })
  const remove = (webhookId: string) => keyward.ok("webhooks.deleteWebhook", { webhookId })

  test("send each wanted event once, as the stream shows it, and not those of another workspace", async () => {
    const other = await keyward.createWorkspace("Other")
    const { webhookId } = await create("/each")
    await makeApi("First")
    await keyward.ok("apis.createApi", { name: "Elsewhere" }, { key: other.rootKey })
    await keyward.ok("permissions.createRole", { name: `role ${engine}` })
    await makeApi("Second")
    await has("/each", 2)
    await isSettled(webhookId)
    expect(namesAt("/each").toSorted()).toEqual(["First", "Second"])
    for (const { message, headers } of receivedAt("/each")) {
      expect<unknown>(eventMessage.parse(message)).toEqual(message)
      expect(message.data).toEqual(await keyward.ok("events.getEvent", { eventId: message.data.eventId }))
      expect(headers["webhook-id"]).toBe(message.data.eventId)
    }
    await remove(webhookId)
  })

  test("are counted in the metrics of the node that delivers them", async () => {
    const { webhookId } = await create("/counted")
    await makeApi("Counted")
    await has("/counted", 1)
    await isSettled(webhookId)
    // The page may be a moment old.
    await until(async () => {
      const { text } = await keyward.request("/metrics")
      const metric = (series: string) => Number(text.split(`\n${series} `)[1]?.split("\n")[0])
      const accepted = metric('keyward_webhook_requests_total{result="accepted"}')
      return accepted >= receivedAt("/counted").length && metric("keyward_webhook_delivers") === 1
    })
    await remove(webhookId)
  })

  test("begin where they are told, and go back there", async () => {
    const [{ eventId }] = await keyward.ok("events.listEvents", { type: "api.created", limit: 1 })
    const { webhookId } = await create("/from", { from: eventId })
    await has("/from", 1)
    expect(receivedAt("/from").map(({ headers }) => headers["webhook-id"])).toEqual([eventId])
    await isSettled(webhookId)
    const since = clock.now
    clock.now += 1
    await makeApi("Third")
    await has("/from", 2)
    await keyward.ok("webhooks.updateWebhook", { webhookId, from: since + 1 })
    await has("/from", 3)
    expect(namesAt("/from")).toEqual(["Counted", "Third", "Third"])
    await remove(webhookId)
  })

  test("try again what was refused, and a pause that the endpoint asks for holds", async () => {
    const { webhookId } = await create("/retries")
    receiver.answer(() => ({ status: 503, headers: { "Retry-After": "60" } }))
    await makeApi("Held")
    await until(async () => (await show(webhookId)).health.waiting === 1)
    expect((await show(webhookId)).health.failingSince).toBeGreaterThanOrEqual(clock.now)
    receiver.answer(() => ({ status: 200 }))
    const { webhookId: healthy } = await create("/beside")
    await makeApi("Later")
    clock.now += 30_000
    await has("/beside", 1)
    await isSettled(healthy)
    expect(namesAt("/retries")).toEqual(["Held"])
    await remove(healthy)
    clock.now += 31_000
    await isSettled(webhookId)
    expect(namesAt("/retries").toSorted()).toEqual(["Held", "Held", "Later"])
    expect((await show(webhookId)).health).toMatchObject({ lastDeliveredAt: expect.any(Number), waiting: 0 })
    await remove(webhookId)
  })

  test("are disabled after 410, keep their place, and send what came since when they are enabled", async () => {
    const { webhookId } = await create("/gone")
    receiver.answer(() => ({ status: 410 }))
    await makeApi("Gone")
    await until(async () => (await show(webhookId)).disabledReason === "gone")
    const [event] = await keyward.events({ type: "webhook.disabled" })
    expect(event?.actor).toEqual({ type: "system", id: "delivery" })
    expect(event?.changes.after).toEqual({ enabled: false, disabledReason: "gone" })
    receiver.answer(() => ({ status: 200 }))
    await makeApi("Meanwhile")
    expect(await keyward.ok("webhooks.updateWebhook", { webhookId, enabled: true })).toMatchObject({ enabled: true })
    await isSettled(webhookId)
    expect(namesAt("/gone").toSorted()).toEqual(["Gone", "Gone", "Meanwhile"])
    await remove(webhookId)
  })

  test("are disabled after five days without a success", async () => {
    const { webhookId } = await create("/failing")
    receiver.answer(() => ({ status: 500 }))
    for (let index = 0; index < 10; index += 1) await makeApi(`Failing ${index}`)
    await until(async () => (await show(webhookId)).health.waiting === 10)
    expect((await show(webhookId)).enabled).toBe(true)
    clock.now += 5 * dayMs + minuteMs
    await until(async () => (await show(webhookId)).disabledReason === "failing")
    receiver.answer(() => ({ status: 200 }))
    await keyward.ok("webhooks.updateWebhook", { webhookId, enabled: true })
    await isSettled(webhookId)
    await remove(webhookId)
  })

  test("list what was sent, and send it again", async () => {
    const { webhookId } = await create("/again")
    receiver.answer(({ message }) => ({ status: message.data.changes.after.name === "Refused" ? 400 : 200 }))
    for (const name of ["Accepted", "Refused"]) await makeApi(name)
    const list = (more: object = {}) => keyward.ok("webhooks.listDeliveries", { webhookId, ...more })
    await until(async () => (await list()).length === 2)
    const [refused, accepted] = await list()
    expect(accepted).toMatchObject({ status: "delivered", attempts: [{ status: 200 }] })
    expect(refused).toMatchObject({
      ...{ status: "waiting", type: "api.created", nextAttemptAt: expect.any(Number) },
      attempts: [{ status: 400, error: "The endpoint answered 400." }],
    })
    expect(await list({ status: "waiting" })).toEqual([refused])
    const [first] = await list({ limit: 1 })
    expect(first).toEqual(refused)
    receiver.answer(() => ({ status: 200 }))
    const eventIds = [accepted, refused].map(({ eventId }) => eventId)
    expect(await keyward.ok("webhooks.redeliver", { webhookId, eventIds })).toEqual({ deliveries: 2 })
    await until(async () => (await list({ status: "delivered" })).length === 2)
    expect(namesAt("/again").toSorted()).toEqual(["Accepted", "Accepted", "Refused", "Refused"])
    await remove(webhookId)
  })

  test("send again what failed since a time, with all attempts granted again", async () => {
    const { webhookId } = await create("/since")
    receiver.answer(() => ({ status: 500 }))
    const times: number[] = []
    for (const name of ["Long ago", "Lately"]) {
      clock.now += minuteMs
      times.push(clock.now)
      await makeApi(name)
    }
    await until(async () => (await show(webhookId)).health.waiting === 2)
    const failed = "update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 10"
    await queryDatabase(keyward, `${failed} where webhook_id = '${webhookId}'`)
    receiver.answer(() => ({ status: 200 }))
    const again = (failedSince: number) => keyward.ok("webhooks.redeliver", { webhookId, failedSince })
    expect(await again((times[1] ?? 0) + 1)).toEqual({ deliveries: 0 })
    expect(await again(times[1] ?? 0)).toEqual({ deliveries: 1 })
    await until(() => namesAt("/since").filter((name) => name === "Lately").length > 1)
    await isSettled(webhookId)
    const deliveries = await keyward.ok("webhooks.listDeliveries", { webhookId })
    // The older one is tried a second time if it was tried before the clock moved.
    expect(
      deliveries.map(({ status, attempts }: Listed) => [status, attempts[0]?.status, attempts.at(-1)?.status]),
    ).toEqual([
      ["delivered", 500, 200],
      ["failed", 500, 500],
    ])
    await remove(webhookId)
  })

  test("send everything of an outage, and little during it", async () => {
    receiver.answer(() => ({ status: 500 }))
    const [{ eventId: from }] = await keyward.ok("events.listEvents", { limit: 1 })
    for (let index = 0; index < 130; index += 1) await makeApi(`Outage ${index}`)
    const { webhookId } = await create("/outage", { from })
    await until(async () => (await show(webhookId)).health.waiting === 100)
    clock.now += 16 * minuteMs
    await until(async () => (await show(webhookId)).health.waiting === 101)
    receiver.answer(() => ({ status: 200 }))
    clock.now += 16 * minuteMs
    await isSettled(webhookId)
    expect(new Set(namesAt("/outage")).size).toBe(130)
    await remove(webhookId)
  })

  test("survive a restart, and those of a deleted workspace send its end", async () => {
    const other = await keyward.createWorkspace("Ends")
    const caller = { key: other.rootKey }
    const hook = { url: receiver.url("/ends"), types: ["workspace.*"] }
    await keyward.ok("webhooks.createWebhook", hook, caller)
    const { workspaceId } = other
    await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" }, keyward.operator)
    await has("/ends", 1)
    await keyward.restart()
    await keyward.ok("workspaces.deleteWorkspace", { workspaceId }, keyward.operator)
    await until(() => receivedAt("/ends").some(({ message }) => message.type === "workspace.deleted"))
  })

  test("show the URL to those who may change it, and its origin to others and in events", async () => {
    const { webhookId } = await create("/secret-path")
    const reader = await keyward.createRootKey(["webhook.*.read_webhook"])
    const shown = await keyward.ok("webhooks.getWebhook", { webhookId }, { key: reader })
    expect(shown.url).toBe(new URL(receiver.url()).origin)
    expect((await show(webhookId)).url).toBe(receiver.url("/secret-path"))
    await keyward.ok("webhooks.rotateSecret", { webhookId })
    await remove(webhookId)
    const rows = await queryDatabase(keyward, `select ciphertext from webhooks where id = '${webhookId}'`)
    expect(rows.map(({ ciphertext }) => ciphertext)).toEqual([null])
    const events = JSON.stringify(await keyward.events({ types: ["webhook.*"] }))
    expect(events).not.toContain("secret-path")
    expect(events).not.toContain("whsec_")
    expect(keyward.log.join("\n")).not.toContain("secret-path")
  })

  test("a workspace has 50 at most, and a test records nothing", async () => {
    const { rootKey: key } = await keyward.createWorkspace("Full")
    const hook = { url: receiver.url("/full"), types: ["api.*"] }
    for (let index = 0; index < 50; index += 1) await keyward.ok("webhooks.createWebhook", hook, { key })
    expect(outcomeOf(await keyward.call("webhooks.createWebhook", hook, { key }))).toBe(
      "412 application/precondition_failed",
    )
    const [{ webhookId }] = await keyward.ok("webhooks.listWebhooks", { limit: 1 }, { key })
    const count = async () => (await keyward.ok("events.listEvents", { limit: 100 }, { key })).length
    const before = await count()
    expect(await keyward.ok("webhooks.sendTest", { webhookId, type: "key.updated" }, { key })).toMatchObject({
      status: 200,
      time: clock.now,
    })
    expect(receivedAt("/full").at(-1)?.message).toMatchObject({ type: "key.updated", data: { type: "key.updated" } })
    expect(await count()).toBe(before)
  })
})
