import { afterAll, expect, test } from "bun:test"
import { findFreePort } from "../../scripts/test/service.ts"
import { until } from "../../test/harness/until.ts"
import { startRedisServer } from "../../test/services/redis.ts"
import { freshCheck, remaining, start } from "../../test/storage/redis-counters.ts"
import { openRedisCounters } from "./redis.ts"

const slots = 16_384
const shardCount = 3

const busPorts = [await findFreePort(), await findFreePort(), await findFreePort()]
const shards = await Promise.all(
  busPorts.map((busPort) => startRedisServer(["--cluster-enabled", "yes", "--cluster-port", String(busPort)])),
)
afterAll(() => Promise.all(shards.map((shard) => shard.stop())))

/** Gives each shard a third of the slots, and returns the shard that holds the counters. */
async function formCluster() {
  const [first] = shards
  for (const [index, shard] of shards.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * slots) / shardCount))
    await shard.command("CLUSTER", "ADDSLOTSRANGE", String(from), String((to ?? 0) - 1))
    if (shard !== first)
      await first?.command("CLUSTER", "MEET", "127.0.0.1", String(shard.port), String(busPorts[index]))
  }
  for (const shard of shards) {
    await until(async () => {
      const info = String(await shard.command("CLUSTER", "INFO"))
      return info.includes("cluster_state:ok") && info.includes(`cluster_known_nodes:${shardCount}`)
    })
  }
  const slot = Number(await first?.command("CLUSTER", "KEYSLOT", "{keyward}"))
  const owner = shards[Math.floor((slot * shardCount) / slots)]
  if (owner === undefined) throw new Error(`No shard holds slot ${slot}.`)
  return { owner, slot }
}

const { owner, slot } = await formCluster()

test("in a cluster with three shards, calls that come together are decided by the shard of their slot", async () => {
  const counters = await openRedisCounters({ url: owner.url, report: () => {} })
  const shared = freshCheck({ limit: 100 })
  const own = Array.from({ length: 150 }, () => freshCheck())
  const results = await Promise.all(own.map((check) => counters.take([check, shared], start)))
  expect(results.map(({ taken }) => taken)).toEqual(own.map((_, index) => index < 100))
  expect(await Promise.all(own.map((check) => remaining(counters, check)))).toEqual(
    own.map((_, index) => (index < 100 ? 9 : 10)),
  )
  const probe = 1
  expect(Number(await owner.command("CLUSTER", "COUNTKEYSINSLOT", String(slot)))).toBe(100 + 1 + probe)
  await counters.close()
})

test("a shard that does not hold this slot is refused at the start, with the address of the one that does", async () => {
  const [other] = shards.filter((shard) => shard !== owner)
  const opened = openRedisCounters({ url: other?.url ?? "", report: () => {} })
  await expect(opened).rejects.toThrow(`it said: MOVED ${slot} 127.0.0.1:${owner.port}`)
})
