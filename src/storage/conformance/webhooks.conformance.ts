import { describe, expect, test } from "bun:test"
import type { Webhook } from "../../core/webhook.ts"
import { type Delivery, type EndpointState, resumed, startingState } from "../../core/webhook-rules.ts"
import type { Store } from "../port/store.ts"
import { newWebhook, time } from "./new-objects.ts"
import { addWorkspace, change } from "./stored-objects.ts"

const dayMs = 86_400_000

export function webhooksConformance(store: Store): void {
  const add = async (members: Partial<Webhook> = {}): Promise<Webhook> => {
    const { id } = await addWorkspace(store)
    const webhook = newWebhook(id, members)
    await change(store, id, (tx) => tx.webhooks.insert(webhook, startingState(webhook.id, 5)))
    return webhook
  }
  const deliveryOf = ({ id }: Webhook, sequence: number, members: Partial<Delivery> = {}): Delivery => ({
    ...{ webhookId: id, sequence, eventId: `evt_${sequence}`, type: "key.created", time, status: "waiting" },
    ...{ nextAttemptAt: time + sequence, attempts: [{ time, durationMs: 1, error: "é" }], attemptCount: 1 },
    ...{ countedAttempts: 1, firstAttemptAt: time, lastAttemptAt: time, downMsAtFirst: 0, ...members },
  })
  const takeDuty = async (node = "this node") => {
    const duty = await store.webhookDelivery.takeDuty(node)
    if (duty === undefined) throw new Error("Another node has the duty.")
    return duty
  }
  const nothing = { due: [], deliveries: [], unwanted: [], dueAt: undefined }
  const all = { status: undefined, since: undefined, before: undefined, limit: 100 }
  const sequencesOf = async ({ id }: Webhook) =>
    (await store.webhooks.listDeliveries(id, all)).map(({ sequence, status }) => `${sequence} ${status}`)

  describe("the delivery of webhooks", () => {
    test("stores a round whole, and only under the current term of the duty and the current revision", async () => {
      const webhook = await add()
      const { id, workspaceId } = webhook
      const former = await takeDuty()
      await takeDuty("another node")
      const duty = await takeDuty()
      expect(duty.term).toBe(former.term + 2)
      expect([await store.webhookDelivery.holdsDuty(former), await store.webhookDelivery.holdsDuty(duty)]).toEqual([
        false,
        true,
      ])
      const state = { ...startingState(id, 9), failedFirsts: 2, failingSince: time, downSince: time }
      const round = { ...nothing, workspaceId, state, deliveries: [deliveryOf(webhook, 7), deliveryOf(webhook, 8)] }
      expect(await store.webhookDelivery.storeRound(former, round)).toBe("duty_lost")
      expect(await store.webhookDelivery.storeRound({ ...duty, node: "another" }, round)).toBe("duty_lost")
      expect(await store.webhooks.findState(id)).toEqual(startingState(id, 5))
      expect(await store.webhookDelivery.storeRound(duty, round)).toBe("stored")
      expect(await store.webhooks.findState(id)).toEqual(state)
      expect(await store.webhookDelivery.readRound(id, { now: time + 7, retries: 5 })).toEqual({
        state,
        due: [deliveryOf(webhook, 7)],
      })
      await change(store, workspaceId, (tx) => tx.webhooks.changeState(id, (before) => resumed(before, time)))
      expect(await store.webhookDelivery.storeRound(duty, { ...round, state: { ...state, position: 10 } })).toBe(
        "changed",
      )
      expect(await sequencesOf(webhook)).toEqual(["8 waiting", "7 waiting"])
      const isHeld = (one: typeof duty) => change(store, workspaceId, (tx) => tx.webhooks.confirmDuty(one))
      expect([await isHeld(former), await isHeld(duty)]).toEqual([false, true])
    })

    test("keeps the term of a node that takes the duty again", async () => {
      const duty = await takeDuty()
      expect(await takeDuty()).toEqual(duty)
      expect(await store.webhookDelivery.holdsDuty(duty)).toBe(true)
    })

    test("loses nothing of rounds and changes of callers that meet", async () => {
      const [{ id, workspaceId }, { workspaceId: elsewhere }] = [await add(), await add()]
      const duty = await takeDuty()
      const changes = 40
      const raise = (state: EndpointState) => ({ ...state, downMs: state.downMs + 1, revision: state.revision + 1 })
      const caller = async () => {
        for (let index = 0; index < changes; index += 1) {
          await change(store, workspaceId, (tx) => tx.webhooks.changeState(id, raise))
        }
      }
      let isOver = false
      let stored = 0
      const deliverer = async () => {
        while (!isOver || stored === 0) {
          const round = await store.webhookDelivery.readRound(id, { now: time, retries: 1 })
          if (round === undefined) throw new Error("The webhook is gone.")
          const state = { ...round.state, position: round.state.position + 1 }
          // Its own lane, as on another node.
          const end = await store.webhookDelivery.storeRound(duty, { ...nothing, workspaceId: elsewhere, state })
          if (end === "stored") stored += 1
        }
      }
      const delivering = deliverer()
      await caller()
      isOver = true
      await delivering
      expect(await store.webhooks.findState(id)).toMatchObject({ position: 5 + stored, downMs: changes })
    })

    test("cannot store a round between a read of the state for update and its commit", async () => {
      const [{ id, workspaceId }, { workspaceId: elsewhere }] = [await add(), await add()]
      const round = { ...nothing, workspaceId: elsewhere, state: startingState(id, 9) }
      const duty = await takeDuty()
      let isStored = false
      const storing = await change(store, workspaceId, async (tx) => {
        expect(await tx.webhooks.changeState(id, (state) => state)).toEqual(startingState(id, 5))
        const result = store.webhookDelivery.storeRound(duty, round).finally(() => {
          isStored = true
        })
        // Other transactions of the delivery end in the meantime, on PostgreSQL.
        await Bun.sleep(50)
        expect(isStored).toBe(false)
        expect(await tx.webhooks.findState(id)).toEqual(startingState(id, 5))
        return [result]
      })
      expect(await Promise.all(storing)).toEqual(["stored"])
      expect(await store.webhooks.findState(id)).toEqual(startingState(id, 9))
    })

    test("leaves what a caller has had sent again since a round read it, and stores the rest of the round", async () => {
      const webhook = await add()
      const { id, workspaceId } = webhook
      const duty = await takeDuty()
      const state = startingState(id, 9)
      const before = [1, 2, 3].map((sequence) => deliveryOf(webhook, sequence, { nextAttemptAt: time }))
      await store.webhookDelivery.storeRound(duty, { ...nothing, workspaceId, state, deliveries: before })
      const round = await store.webhookDelivery.readRound(id, { now: time, retries: 5 })
      expect(round?.due).toEqual(before)
      const again = [1, 3, 5].map((sequence) => deliveryOf(webhook, sequence, { nextAttemptAt: time, attemptCount: 0 }))
      await change(store, workspaceId, (tx) => tx.webhooks.redeliver(again))
      const failed = [1, 2, 4, 5].map((sequence) =>
        deliveryOf(webhook, sequence, { status: "failed", nextAttemptAt: null, attemptCount: 2 }),
      )
      const end = { workspaceId, state, due: before, deliveries: failed, unwanted: [3], dueAt: undefined }
      expect(await store.webhookDelivery.storeRound(duty, end)).toBe("stored")
      expect(await sequencesOf(webhook)).toEqual(["5 waiting", "4 failed", "3 waiting", "2 failed", "1 waiting"])
      expect((await store.webhookDelivery.readRound(id, { now: time, retries: 5 }))?.due).toEqual(again)
    })

    test("replaces deliveries, forgets unwanted ones, and makes all due", async () => {
      const webhook = await add()
      const { id, workspaceId } = webhook
      const duty = await takeDuty()
      const state = startingState(id, 9)
      const three = [1, 2, 3].map((sequence) => deliveryOf(webhook, sequence, { nextAttemptAt: time + dayMs }))
      await store.webhookDelivery.storeRound(duty, { ...nothing, workspaceId, state, deliveries: three })
      expect(await store.webhookDelivery.findNextAttempt(id)).toBe(time + dayMs)
      const done = deliveryOf(webhook, 1, { status: "delivered", nextAttemptAt: null, attemptCount: 2 })
      await store.webhookDelivery.storeRound(duty, {
        workspaceId,
        state,
        due: three,
        deliveries: [done],
        unwanted: [2],
        dueAt: time,
      })
      expect(await store.webhooks.countWaiting(id)).toBe(1)
      expect(await store.webhookDelivery.readRound(id, { now: time, retries: 5 })).toMatchObject({
        due: [{ sequence: 3 }],
      })
      expect(await store.webhooks.listDeliveries(id, { ...all, status: "delivered" })).toEqual([done])
      await change(store, workspaceId, (tx) => tx.webhooks.forgetAfter(id, 0))
      expect(await sequencesOf(webhook)).toEqual(["1 delivered"])
      await change(store, workspaceId, (tx) => tx.webhooks.delete(id, time))
      expect(await store.webhookDelivery.readRound(id, { now: time, retries: 5 })).toBeUndefined()
      expect(await sequencesOf(webhook)).toEqual([])
    })

    test("deletes what was delivered a week ago and what failed a month ago, and never what waits", async () => {
      const webhook = await add()
      const settled = (sequence: number, status: Delivery["status"], days: number) =>
        deliveryOf(webhook, sequence, { status, nextAttemptAt: null, lastAttemptAt: time - days * dayMs })
      const deliveries = [
        ...[settled(1, "delivered", 8), settled(2, "delivered", 6), settled(3, "failed", 31), settled(4, "failed", 29)],
        deliveryOf(webhook, 5, { lastAttemptAt: time - 99 * dayMs }),
      ]
      const { id, workspaceId } = webhook
      await store.webhookDelivery.storeRound(await takeDuty(), {
        ...nothing,
        workspaceId,
        state: startingState(id, 5),
        deliveries,
      })
      expect(await store.webhookDelivery.prune(id, time)).toBe(false)
      expect(await sequencesOf(webhook)).toEqual(["5 waiting", "4 failed", "2 delivered"])
    })

    test("keeps 10,000 that wait, of which the oldest fail, and 10,000 that were delivered", async () => {
      const webhook = await add()
      const { id, workspaceId } = webhook
      const duty = await takeDuty()
      const round = { ...nothing, workspaceId, state: startingState(id, 10_003) }
      const sequences = Array.from({ length: 10_003 }, (_, index) => index + 1)
      const many = (members: Partial<Delivery>) => sequences.map((sequence) => deliveryOf(webhook, sequence, members))
      const waiting = many({})
      await store.webhookDelivery.storeRound(duty, { ...round, deliveries: waiting })
      expect(await store.webhooks.countWaiting(id)).toBe(10_000)
      const failed = await store.webhooks.listDeliveries(id, { ...all, status: "failed" })
      expect(failed.map(({ sequence }) => sequence)).toEqual([3, 2, 1])
      const delivered = many({ status: "delivered", nextAttemptAt: null })
      await store.webhookDelivery.storeRound(duty, { ...round, due: waiting, deliveries: delivered })
      expect(await store.webhookDelivery.prune(id, time)).toBe(false)
      const left = await store.webhooks.listDeliveries(id, { ...all, limit: 20_000 })
      expect([left.length, left.at(-1)?.sequence]).toEqual([10_000, 4])
    })

    test("knows the webhooks that may be sent to", async () => {
      const webhook = await add()
      const off = await add({ enabled: false, disabledReason: "request" })
      const imported = await add({ ciphertext: null })
      expect(await store.webhookDelivery.hasEndpoints()).toBe(true)
      const ids = (await store.webhookDelivery.listEndpoints()).map(({ id }) => id)
      expect([webhook, off, imported].map(({ id }) => ids.includes(id))).toEqual([true, false, false])
      expect(await store.webhookDelivery.listEndpoints(webhook.workspaceId)).toEqual([webhook])
      expect(await store.webhooks.count(off.workspaceId)).toBe(1)
    })
  })
}
