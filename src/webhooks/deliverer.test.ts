import { afterAll, afterEach, describe, expect, spyOn, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { until } from "../../test/harness/until.ts"
import { startReceiver } from "../../test/services/receiver.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { startingState } from "../core/webhook-rules.ts"
import { createVault } from "../secrets/vault.ts"
import { newWebhook, time } from "../storage/conformance/new-objects.ts"
import { addWorkspace, change } from "../storage/conformance/stored-objects.ts"
import type { Store } from "../storage/port/store.ts"
import { createDeliverer, type Deliverer } from "./deliverer.ts"
import { createSendPlaces } from "./send-places.ts"
import { createWebhookSender, type WebhookSender } from "./sender.ts"

const vault = createVault({ encryptionKeys: [], installationSecret: new Uint8Array(32) })

describe.each([...engines])("delivery on %s", (engine) => {
  const { store } = provideDatabase(engine)
  const clock = { now: time }
  const receiver = startReceiver()
  const sender = createWebhookSender({ allow: ["127.0.0.0/8"] })
  let deliverers: Deliverer[] = []
  afterEach(async () => {
    for (const one of deliverers) await one.close()
    deliverers = []
  })
  afterAll(async () => {
    sender.close()
    await receiver.stop()
  })

  interface NodeParts {
    readonly node: string
    readonly store?: Store
    readonly sender?: WebhookSender
    holdsLease?(): boolean
    report?(): void
  }
  const start = (parts: NodeParts) => {
    const own = { store, vault, sender, holdsLease: () => true, report: () => {}, ...parts }
    const deliverer = createDeliverer({ ...own, now: () => clock.now, random: () => 0.5 })
    deliverers.push(deliverer)
    return deliverer
  }
  const addEndpoint = async (path: string) => {
    const { id: workspaceId } = await addWorkspace(store)
    const webhook = newWebhook(workspaceId, { types: ["api.created"] })
    const ciphertext = vault.sealWebhook(JSON.stringify({ url: receiver.url(path), signing: [] }), webhook.id)
    const state = startingState(webhook.id, await store.events.findLatest())
    await change(store, workspaceId, (tx) => tx.webhooks.insert({ ...webhook, ciphertext }, state))
    const record = (count: number) =>
      change(store, workspaceId, async (tx) => {
        for (let index = 0; index < count; index += 1) {
          const resources = [{ type: "api", id: `api_${index}` }] as const
          tx.record({ type: "api.created", workspaceId, resources, changes: { before: null, after: {} } })
        }
      })
    const eventIds = async () =>
      (await store.events.list({ workspaceId, types: ["api.created"], limit: 1_000 })).map(({ id }) => id).toSorted()
    const received = () => receiver.received.filter((one) => one.path === path)
    const ids = () => received().map(({ message }) => message.data.eventId)
    const remove = () => change(store, workspaceId, (tx) => tx.webhooks.delete(webhook.id, time))
    const moveTo = (to: string) =>
      change(store, workspaceId, async (tx) => {
        const moved = vault.sealWebhook(JSON.stringify({ url: receiver.url(to), signing: [] }), webhook.id)
        await tx.webhooks.update({ ...webhook, ciphertext: moved })
        const resources = [{ type: "webhook", id: webhook.id }] as const
        tx.record({ type: "webhook.updated", workspaceId, resources, changes: { before: {}, after: {} } })
      })
    return { id: webhook.id, workspaceId, record, eventIds, ids, remove, moveTo }
  }

  test("two nodes never send at once: one that has lost its lease begins nothing, and its results do not count", async () => {
    const endpoint = await addEndpoint("/two")
    await endpoint.record(60)
    let leaseEnded = false
    let begunByFirst = 0
    let begunAtEnd = Number.POSITIVE_INFINITY
    const results = Promise.withResolvers<void>()
    const slow: WebhookSender = {
      ...sender,
      async send(job) {
        begunByFirst += 1
        const result = await sender.send(job)
        await results.promise
        return result
      },
    }
    start({ node: "first", sender: slow, holdsLease: () => !leaseEnded })
    await until(() => begunByFirst === 16)
    leaseEnded = true
    begunAtEnd = begunByFirst
    start({ node: "second" })
    await until(() => new Set(endpoint.ids()).size === 60)
    results.resolve()
    await until(
      async () => (await store.webhooks.findState(endpoint.id))?.position === (await store.events.findLatest()),
    )
    await deliverers[0]?.close()
    expect(begunByFirst).toBe(begunAtEnd)
    expect(endpoint.ids()).toHaveLength(60 + 16)
    expect([...new Set(endpoint.ids())].toSorted()).toEqual(await endpoint.eventIds())
    const all = { status: undefined, since: undefined, before: undefined, limit: 100 }
    const deliveries = await store.webhooks.listDeliveries(endpoint.id, all)
    expect(deliveries.map(({ attemptCount }) => attemptCount)).toEqual(deliveries.map(() => 1))
    await endpoint.remove()
  })

  test("a duty that comes back while rounds of an earlier term run is kept when those end, and stores what it sends", async () => {
    const slowest = await addEndpoint("/slowest")
    const slow = await addEndpoint("/slow")
    const gates = new Map<string, PromiseWithResolvers<void>[]>()
    const hanging: WebhookSender = {
      ...sender,
      async send(job) {
        const gate = Promise.withResolvers<void>()
        gates.set(job.url, [...(gates.get(job.url) ?? []), gate])
        const result = await sender.send(job)
        await gate.promise
        return result
      },
    }
    const [take, storeRound] = [spyOn(store.webhookDelivery, "takeDuty"), spyOn(store.webhookDelivery, "storeRound")]
    const sendingTo = (path: string) => gates.get(receiver.url(path)) ?? []
    const lost = async () => {
      const ends = await Promise.all(storeRound.mock.results.map(({ value }) => value))
      return ends.filter((end) => end === "duty_lost").length
    }
    await slowest.record(1)
    await slow.record(1)
    const deliverer = start({ node: "here", sender: hanging })
    await until(() => sendingTo("/slow").length === 1 && sendingTo("/slowest").length === 1)
    await store.webhookDelivery.takeDuty("elsewhere")
    sendingTo("/slow")[0]?.resolve()
    await until(() => sendingTo("/slow").length === 2 && sendingTo("/slowest").length === 2)
    expect(await lost()).toBe(1)
    sendingTo("/slowest")[0]?.resolve()
    await until(async () => (await lost()) === 2)
    for (const path of ["/slow", "/slowest"]) sendingTo(path)[1]?.resolve()
    for (const { id } of [slow, slowest]) {
      await until(async () => (await store.webhooks.findState(id))?.lastDeliveredAt !== null)
    }
    expect(deliverer.hasDuty()).toBe(true)
    expect(take.mock.calls.filter(([node]) => node === "here")).toHaveLength(2)
    for (const { ids, eventIds } of [slow, slowest]) {
      const [eventId] = await eventIds()
      expect(ids()).toEqual([eventId, eventId])
    }
    for (const mock of [take, storeRound]) mock.mockRestore()
    for (const endpoint of [slow, slowest]) await endpoint.remove()
  })

  test("a round that cannot be stored is repeated more and more rarely, and holds up no other", async () => {
    const endpoint = await addEndpoint("/full")
    const other = await addEndpoint("/other")
    let isFull = true
    let failures = 0
    const full: Store = {
      ...store,
      webhookDelivery: {
        ...store.webhookDelivery,
        async storeRound(duty, round) {
          if (isFull && round.state.webhookId === endpoint.id) throw new Error("The disk is full.")
          return store.webhookDelivery.storeRound(duty, round)
        },
      },
    }
    const deliverer = start({ node: "only", store: full, report: () => (failures += 1) })
    await endpoint.record(3)
    deliverer.hear([])
    for (const [index, restMs] of [5_000, 30_000, 120_000, 600_000, 600_000].entries()) {
      await until(() => failures === index + 1)
      expect(endpoint.ids()).toHaveLength(3 * (index + 1))
      // What comes in meanwhile wakes the other one only.
      clock.now += restMs - 1
      await other.record(1)
      deliverer.hear([])
      await until(() => other.ids().length === index + 1)
      expect(endpoint.ids()).toHaveLength(3 * (index + 1))
      clock.now += 1
    }
    isFull = false
    await until(async () => (await store.webhooks.findState(endpoint.id))?.lastDeliveredAt !== null)
    expect([...new Set(endpoint.ids())].toSorted()).toEqual(await endpoint.eventIds())
    await endpoint.remove()
    await other.remove()
  })

  test("events are sent again whose requests failed without a result while the round waited for a place", async () => {
    const endpoint = await addEndpoint("/thread")
    await endpoint.record(12)
    const thread = Promise.withResolvers<never>()
    let [begun, failures] = [0, 0]
    const failing: WebhookSender = {
      ...sender,
      // Three of one workspace.
      takePlace: createSendPlaces(6).take,
      send(job) {
        begun += 1
        return begun <= 3 ? thread.promise : sender.send(job)
      },
    }
    start({ node: "only", sender: failing, report: () => (failures += 1) })
    await until(() => begun === 3)
    thread.reject(new Error("The thread has failed."))
    await until(() => failures === 1)
    expect(begun).toBe(3)
    clock.now += 5_000
    await until(() => endpoint.ids().length === 12)
    expect(endpoint.ids().toSorted()).toEqual(await endpoint.eventIds())
    await until(async () => (await store.webhooks.findState(endpoint.id))?.lastDeliveredAt !== null)
    await endpoint.remove()
  })

  test("a round under way sends nothing more to the URL that a webhook had before", async () => {
    const endpoint = await addEndpoint("/before")
    await endpoint.record(4)
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const slow: WebhookSender = {
      ...sender,
      // One at a time.
      takePlace: createSendPlaces(2).take,
      async send(job) {
        begun += 1
        await gate.promise
        return sender.send(job)
      },
    }
    const load = spyOn(store.webhookDelivery, "listEndpoints")
    const deliverer = start({ node: "only", sender: slow })
    await until(() => begun === 1)
    await endpoint.moveTo("/after")
    deliverer.hear([])
    const isLoaded = ([workspaceId]: readonly unknown[]) => workspaceId === endpoint.workspaceId
    const loaded = await until(() => load.mock.results[load.mock.calls.findIndex(isLoaded)])
    await loaded.value
    gate.resolve()
    const after = () => receiver.received.filter(({ path }) => path === "/after")
    await until(() => endpoint.ids().length + after().length === 4)
    expect(after()).toHaveLength(3)
    await until(async () => (await store.webhooks.findState(endpoint.id))?.lastDeliveredAt !== null)
    load.mockRestore()
    await endpoint.remove()
  })

  test("an event that is sent again before it was sent arrives once, and later ones follow", async () => {
    const endpoint = await addEndpoint("/early")
    await endpoint.record(2)
    const [event] = await store.events.list({ workspaceId: endpoint.workspaceId, types: ["api.created"], limit: 1 })
    if (event === undefined) throw new Error("There is no event.")
    const { id: eventId, sequence, type } = event
    const waiting = { status: "waiting", nextAttemptAt: clock.now, attempts: [], attemptCount: 0 } as const
    const times = { time, firstAttemptAt: time, lastAttemptAt: time, downMsAtFirst: 0, countedAttempts: 0 }
    const again = { webhookId: endpoint.id, eventId, sequence, type, ...waiting, ...times }
    await change(store, endpoint.workspaceId, (tx) => tx.webhooks.redeliver([again]))
    let failures = 0
    start({ node: "only", report: () => (failures += 1) })
    await until(() => failures > 0 || endpoint.ids().length === 2)
    await until(async () => failures > 0 || (await store.webhooks.countWaiting(endpoint.id)) === 0)
    expect(failures).toBe(0)
    expect(endpoint.ids().toSorted()).toEqual(await endpoint.eventIds())
    await endpoint.remove()
  })
})
