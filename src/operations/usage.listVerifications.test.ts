import { beforeEach, describe, expect, test } from "bun:test"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createKey } from "../../test/harness/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { queryDatabase } from "../../test/storage/database.ts"

const start = Date.UTC(2026, 2, 10, 12, 30)
const dayMs = 86_400_000

describe.each([...engines])("usage.listVerifications on %s", (engine) => {
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  beforeEach(async () => {
    clock.now = start
    own = await keyward.createWorkspace()
  })

  const ok = (operation: string, body: unknown) => keyward.ok(operation, body, { key: own.rootKey })
  const page = async (body: object = {}) =>
    (await keyward.call("usage.listVerifications", body, { key: own.rootKey })).body
  const list = async (body: object = {}) => (await page(body)).data
  const verify = (key: string, more: object = {}) => {
    clock.now += 1
    return ok("keys.verifyKey", { key, ...more })
  }
  /** Rows are stored shortly after the verification. */
  const logged = async (count: number) => {
    while ((await list()).length < count) await Bun.sleep(20)
  }

  test("shows what each verification saw, newest first", async () => {
    const metered = { credits: { remaining: 1 }, name: "Metered", externalId: "ann" }
    const one = await createKey(keyward, metered, own.rootKey)
    const limited = await createKey(
      keyward,
      { ratelimits: [{ name: "calls", limit: 1, duration: dayMs, autoApply: true }] },
      own.rootKey,
    )
    const { identityId } = await ok("identities.getIdentity", { externalId: "ann" })
    await verify(one.key, { tags: ["a"], ip: "192.0.2.1" })
    await verify(one.key)
    await verify(limited.key)
    await verify(limited.key)
    await verify(limited.key, { permissions: "documents.read" })
    await verify("unknown")
    await logged(6)
    const ofLimited = { apiId: limited.apiId, keyId: limited.keyId, tags: [], weight: 1 }
    const ofMetered = {
      apiId: one.apiId,
      keyId: one.keyId,
      name: "Metered",
      identity: { id: identityId, externalId: "ann" },
      weight: 1,
    }
    const requestId = expect.stringMatching(/^req_/)
    expect(await list()).toEqual([
      { time: start + 6, requestId, code: "NOT_FOUND", tags: [], weight: 1 },
      { time: start + 5, requestId, code: "INSUFFICIENT_PERMISSIONS", ...ofLimited, missing: "documents.read" },
      { time: start + 4, requestId, code: "RATE_LIMITED", ...ofLimited, exceeded: ["calls"] },
      { time: start + 3, requestId, code: "VALID", ...ofLimited },
      { time: start + 2, requestId, code: "USAGE_EXCEEDED", ...ofMetered, tags: [], cost: 1, credits: 0 },
      { time: start + 1, requestId, code: "VALID", ...ofMetered, tags: ["a"], ip: "192.0.2.1", cost: 1, credits: 0 },
    ])
    const times = async (filter: object) => (await list(filter)).map(({ time }: { time: number }) => time - start)
    expect(await times({ keyId: limited.keyId })).toEqual([5, 4, 3])
    expect(await times({ apiId: one.apiId, codes: ["VALID"] })).toEqual([1])
    expect(await times({ identity: "ann" })).toEqual([2, 1])
    expect(await times({ tag: "a" })).toEqual([1])
    expect(await times({ ip: "192.0.2.1" })).toEqual([1])
    expect(await times({ since: start + 2, until: start + 4 })).toEqual([3, 2])
    const [{ requestId: last }] = await list()
    expect(await times({ requestId: last })).toEqual([6])
  })

  test("is read in pages, and can be followed without missing or repeating a row", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    for (let index = 0; index < 7; index += 1) await verify(key)
    await logged(7)
    const backward: number[] = []
    for (let cursor: string | undefined; ; ) {
      const { data, pagination } = await page({ limit: 3, ...(cursor && { cursor }) })
      backward.push(...data.map(({ time }: { time: number }) => time - start))
      if (!pagination.hasMore) break
      cursor = pagination.cursor
    }
    expect(backward).toEqual([7, 6, 5, 4, 3, 2, 1])
    const forward: number[] = []
    let after = ""
    const follow = async (limit: number) => {
      const { data, pagination } = await page({ limit, after, since: start })
      forward.push(...data.map(({ time }: { time: number }) => time - start))
      after = pagination.cursor
    }
    await follow(5)
    expect(forward).toEqual([])
    clock.now += 10_000
    // A row may be in the list a moment before the server knows that it is stored.
    while (forward.length < 7) await follow(5)
    await follow(5)
    expect(forward).toEqual([1, 2, 3, 4, 5, 6, 7])
    await verify(key)
    await logged(8)
    clock.now += 10_000
    while (forward.length < 8) await follow(5)
    expect(forward.slice(7)).toEqual([10_008])
  })

  test("shows other workspaces nothing, and needs the right to read usage", async () => {
    const { key, keyId } = await createKey(keyward, {}, own.rootKey)
    await verify(key)
    await logged(1)
    const other = await keyward.createWorkspace()
    const reply = await keyward.call("usage.listVerifications", {}, { key: other.rootKey })
    expect(reply.body.data).toEqual([])
    const foreign = await keyward.call("usage.listVerifications", { keyId }, { key: other.rootKey })
    expect(foreign.status).toBe(404)
    const weak = await keyward.createRootKey(["api.*.read_key"], own)
    expect((await keyward.call("usage.listVerifications", {}, { key: weak })).status).toBe(403)
    const bad = await keyward.call("usage.listVerifications", { after: "nonsense" }, { key: own.rootKey })
    expect(bad.body.error.errors[0].location).toBe("body.after")
  })

  test("forgets verifications after KEYWARD_LOG_DAYS, and keeps what its mode says", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    await verify(key)
    await logged(1)
    clock.now += 9 * dayMs
    await keyward.restart({ KEYWARD_VERIFICATION_LOG: "refused" })
    while ((await list()).length > 0) await Bun.sleep(20)
    await verify(key)
    await verify("unknown")
    await logged(1)
    expect((await list()).map(({ code }: { code: string }) => code)).toEqual(["NOT_FOUND"])
    await keyward.restart({ KEYWARD_VERIFICATION_LOG: "off" })
    await verify("unknown")
    await keyward.restart({ KEYWARD_VERIFICATION_LOG: "sampled" })
    expect(await list()).toHaveLength(1)
  })

  if (engine === "sqlite") {
    test("has a file of its own, and losing it loses only the log", async () => {
      const { key } = await createKey(keyward, {}, own.rootKey)
      await verify(key)
      await logged(1)
      const file = join(keyward.storage, "verifications.db")
      expect(existsSync(file)).toBe(true)
      await keyward.restart()
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true })
      await keyward.restart()
      expect(await list()).toEqual([])
      expect((await ok("usage.getVerifications", { from: start, interval: "total" })).total).toBe(1)
      await verify(key)
      await logged(1)
    })
  } else {
    test("has a partition for each hour, which is dropped whole", async () => {
      const partitions = async () => {
        const found = await queryDatabase(
          keyward,
          "select relname as name from pg_class where relname like 'verification_log_2%' and relkind = 'r' order by 1",
        )
        return found.map(({ name }) => name)
      }
      const { key } = await createKey(keyward, {}, own.rootKey)
      clock.now = start + 20 * dayMs
      await verify(key)
      await logged(1)
      clock.now += dayMs
      await verify(key)
      await logged(2)
      const hours = ["verification_log_2026033012", "verification_log_2026033112"]
      expect((await partitions()).slice(-2)).toEqual(hours)
      clock.now += 7 * dayMs
      await keyward.restart()
      while ((await list()).length > 1) await Bun.sleep(20)
      expect(await partitions()).toEqual(hours.slice(1))
    })
  }
})
