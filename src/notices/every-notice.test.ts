import { afterAll, describe, expect, test } from "bun:test"
import { type Nodes, startClockedNodes } from "../../test/harness/clocked-nodes.ts"
import { type EngineName, engines, type WireEvent } from "../../test/harness/harness.ts"
import { createRandom } from "../../test/harness/random.ts"
import { until } from "../../test/harness/until.ts"
import { startReceiver } from "../../test/services/receiver.ts"
import { eventTypes, isNotice } from "../contract/event-types.ts"
import type { Store } from "../storage/port/store.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Half an hour before the end of a day and of a month. */
const start = Date.UTC(2026, 10, 30, 23, 30)
const nodeCounts: Readonly<Record<EngineName, number>> = { sqlite: 1, postgres: 2 }

/** A store whose notices fail: before the commit, as in an outage, or after it, as if a kill had cut off the answer. */
function unreliable() {
  let isDown = false
  let turns = 0
  const random = createRandom(32)
  const wrap = (store: Store): Store => ({
    ...store,
    async transaction(scope, work) {
      if (scope.actor.id !== "notice") return store.transaction(scope, work)
      turns += 1
      // By chance, because a fixed order could let the same notice fail each time.
      const fate = isDown ? 0 : random.below(4)
      if (fate === 0) throw new Error("killed before the commit")
      const result = await store.transaction(scope, work)
      if (fate === 1) throw new Error("killed after the commit")
      return result
    },
  })
  return {
    wrap,
    turns: () => turns,
    /** All notices fail meanwhile. */
    async during(work: () => Promise<void>) {
      isDown = true
      await work()
      isDown = false
    },
  }
}

describe.each(engines)("every kind of notice on %s", (engine) => {
  const clock = { now: start }
  const broken = startReceiver(() => ({ status: 500 }))
  let nodes: Nodes | undefined
  afterAll(async () => {
    await nodes?.stop()
    await broken.stop()
  })

  const faults = unreliable()

  const open = async () => {
    nodes = await startClockedNodes({
      ...{ engine, count: nodeCounts[engine], clock, watchesNotices: true, wrapStore: faults.wrap },
      environment: { KEYWARD_WEBHOOKS: "on" },
    })
    const { first, all } = nodes
    /** As "key.expired key_1". */
    const told = async (): Promise<readonly string[]> => {
      const events: readonly WireEvent[] = await first.ok("events.listEvents", { types: ["notices"], limit: 100 })
      return events.map(({ type, resources: [subject] }) => `${type} ${subject?.id}`).toSorted()
    }
    const hasTold = async (type: string) => (await told()).some((one) => one.startsWith(`${type} `))
    const areTold = async (...types: readonly string[]) => {
      for (const type of types) {
        await until(
          () => hasTold(type),
          () => `${type} was not told.`,
        )
      }
    }
    let calls = 0
    /** On all nodes in turn. */
    const verify = async (key: string, times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        calls += 1
        await all[calls % all.length]?.call("keys.verifyKey", { key }, { key: first.rootKey })
      }
    }
    return { first, all, told, hasTold, areTold, verify }
  }

  test("is told once, over the end of a month, an outage, restarts and transactions that a kill cuts off", async () => {
    const { first, all, told, hasTold, areTold, verify } = await open()
    const settings = { expiringDays: [1], refusals: { times: 24, atLeast: 10 } }
    await first.ok("workspaces.updateWorkspace", { notices: settings })
    const { webhookId } = await first.ok("webhooks.createWebhook", { url: broken.url(), types: ["api.created"] })
    const { apiId } = await first.ok("apis.createApi", { name: "Payments" })
    const createKey = (fields: object) => first.ok("keys.createKey", { apiId, ...fields })
    const expires = start + day + 40 * minute
    const expiring = await createKey({ expires })
    const { rootKeyId } = await first.ok("rootKeys.createRootKey", { permissions: ["api.*.read_api"], expires })
    const paid = await createKey({ credits: { remaining: 10, lowAt: 5 } })
    const quota = { limit: 10, interval: "monthly" }
    const { identityId } = await first.ok("identities.createIdentity", { externalId: "northwind", quota })
    const metered = await createKey({ externalId: "northwind" })
    const ratelimits = [{ name: "requests", limit: 1, duration: minute, autoApply: true }]
    const limited = await createKey({ ratelimits })
    const busy = await createKey({})

    await verify(paid.key, 5)
    await areTold("credits.low")
    await verify(paid.key, 5)
    await verify(metered.key, 8)
    await areTold("identity.quota_near")
    await verify(metered.key, 2)
    await verify(limited.key, 3)
    await verify("kw_guessed_key_that_no_workspace_has", 12)
    await areTold("credits.exhausted", "identity.quota_reached", "workspace.refusals_rising")
    const { workspaceId } = first
    const limits = { verificationsPerMonth: 60 }
    await first.ok("workspaces.updateWorkspace", { workspaceId, limits }, first.operator)
    await until(async () => {
      await verify(busy.key, 1)
      return hasTold("workspace.quota_reached")
    })
    const isFailing = async () =>
      (await first.ok("webhooks.getWebhook", { webhookId })).health.failingSince !== undefined
    await until(isFailing)
    for (const node of all) await node.restart()

    clock.now = start + 42 * minute
    await areTold("key.expiring", "root_key.expiring")
    clock.now = start + 70 * minute
    await areTold("key.rate_limited", "webhook.failing")
    // What comes due in an outage is told after it.
    await faults.during(async () => {
      const before = faults.turns()
      clock.now = expires + 2 * minute
      await until(() => faults.turns() > before)
      for (const node of all) await node.restart()
    })
    await areTold("key.expired", "root_key.expired")

    // Each node tells something later, so it has passed all that it had before.
    for (const node of all) {
      const { keyId, key } = await createKey({ credits: { remaining: 1 } })
      await node.ok("keys.verifyKey", { key }, { key: first.rootKey })
      await until(async () => (await told()).includes(`credits.exhausted ${keyId}`))
    }
    const subjects: Readonly<Record<string, string>> = {
      ...{ credits: paid.keyId, identity: identityId, key: expiring.keyId, root_key: rootKeyId },
      ...{ workspace: workspaceId, webhook: webhookId, "key.rate_limited": limited.keyId },
    }
    const expected = eventTypes
      .filter(isNotice)
      .map((type) => `${type} ${subjects[type] ?? subjects[type.slice(0, type.indexOf("."))]}`)
    const ofOthers = (one: string) => Object.values(subjects).every((id) => !one.endsWith(` ${id}`))
    const found = await told()
    expect(found.filter((one) => !ofOthers(one))).toEqual(expected.toSorted())
    expect(found.filter(ofOthers)).toHaveLength(all.length)
  })
})
