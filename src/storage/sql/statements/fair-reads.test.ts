import { expect, test } from "bun:test"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { addWorkspace } from "../../conformance/stored-objects.ts"
import { everyKey, everything } from "../../conformance/whole-lists.ts"
import { createFairQueue } from "../../fair-queue.ts"
import type { Reads } from "../../port/store.ts"
import type { UsageReads } from "../../port/usage.ts"
import { fairReads, fairUsage, listsPerWorkspace } from "./fair-reads.ts"

const { store } = provideDatabase("sqlite")

test("runs few lists of a workspace at a time, whatever it lists, and at the same time those of others", async () => {
  const [busy, quiet] = [await addWorkspace(store), await addWorkspace(store)]
  const running = new Map<string, number>()
  let most = 0
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  /** The lists of the busy workspace end when the gate is opened. */
  const slow =
    <Query, T>(list: (workspaceId: string, query: Query) => Promise<T>) =>
    async (workspaceId: string, query: Query) => {
      running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1)
      if (workspaceId === busy.id) {
        most = Math.max(most, running.get(workspaceId) ?? 0)
        await gate
      }
      running.set(workspaceId, (running.get(workspaceId) ?? 0) - 1)
      return list(workspaceId, query)
    }
  const { keys, identities } = store
  const slowed: Reads = {
    ...store,
    keys: { ...keys, list: slow(keys.list) },
    identities: { ...identities, list: slow(identities.list) },
  }
  const queue = createFairQueue({ maxRunning: 64, maxRunningPerLane: listsPerWorkspace, maxWaitMs: 60_000 })
  const fair = fairReads(slowed, queue)
  const search = { search: "no match" }
  const lists = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? fair.keys.list(busy.id, { ...everyKey, ...search })
      : fair.identities.list(busy.id, { ...everything, ...search }),
  )
  expect(await fair.keys.list(quiet.id, { ...everyKey, ...search })).toEqual([])
  openGate()
  await Promise.all(lists)
  expect(most).toBe(listsPerWorkspace)
})

test("every list of a workspace takes turns, whatever it lists", async () => {
  const { id } = await addWorkspace(store)
  const queue = createFairQueue({ maxRunning: 64, maxRunningPerLane: listsPerWorkspace, maxWaitMs: 60_000 })
  const lanes: string[] = []
  const enter = (lane: string) => {
    lanes.push(lane)
    return queue.enter(lane)
  }
  const fair = fairReads<Reads>(store, { ...queue, enter })
  const { rootKeys, apis, identities, keys, permissions, roles, namespaces, migrations } = fair
  const collections = [rootKeys, apis, identities, permissions, roles, namespaces, migrations]
  for (const { list } of collections) await list(id, everything)
  await keys.list(id, everyKey)
  expect(lanes).toEqual(Array(collections.length + 1).fill(id))
})

test("a workspace reads its usage one query at a time, and others read theirs at the same time", async () => {
  const running: string[] = []
  let most = 0
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  const run = async ({ workspaceId }: { readonly workspaceId: string }) => {
    running.push(workspaceId)
    most = Math.max(most, running.filter((id) => id === "busy").length)
    if (workspaceId === "busy") await gate
    running.splice(running.indexOf(workspaceId), 1)
  }
  const usage: Pick<UsageReads, "read" | "list"> = {
    read: (query) => run(query).then(() => store.usage.read(query)),
    list: (query) => run(query).then(() => store.usage.list(query)),
  }
  const fair = fairUsage(usage, createFairQueue({ maxRunning: 2, maxRunningPerLane: 1, maxWaitMs: 60_000 }))
  const read = (workspaceId: string) =>
    fair.read({
      ...{ workspaceId, times: [0], interval: "total", from: 0, to: 3_600_000, now: 0 },
      ...{ filter: { type: "verifications" }, groupBy: [], limit: 1 },
    })
  const list = (workspaceId: string) =>
    fair.list({
      ...{ workspaceId, range: { from: 0, to: 3_600_000 }, previous: undefined, now: 0, after: undefined, limit: 1 },
      ...{ filter: { type: "verifications" }, dimension: "key", sort: "credits", isDescending: true },
    })
  const reads = Array.from({ length: 5 }, (_, index) => (index % 2 === 0 ? read("busy") : list("busy")))
  for (let round = 0; round < 3; round += 1) await read("quiet")
  openGate()
  await Promise.all(reads)
  expect(most).toBe(1)
})
