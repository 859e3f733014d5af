import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { until } from "../harness/until.ts"
import { dataOf, isUnavailable } from "./call.ts"
import { createEvidence } from "./evidence.ts"
import { checkAll, createActors, stepOn } from "./lane.ts"
import { killNode } from "./node.ts"
import { createProxiedDatabase, type ProxiedDatabase } from "./proxied-database.ts"
import { initialCredits, type Scene, setScene } from "./scene.ts"

/** Well below the minute after which an unreleased claim expires. */
const soonMs = 45_000

describe("PostgreSQL under a running server", () => {
  let database: ProxiedDatabase
  let scene: Scene
  let spent = 0

  beforeAll(async () => {
    database = await createProxiedDatabase()
    scene = await setScene(database.url)
  })
  afterAll(async () => {
    await killNode(scene.node)
    await database.drop()
  })

  const everyKind = () => {
    const { call, apiId, plain, rich } = scene
    return Promise.all([
      call("keys.verifyKey", { key: plain.key }),
      call("keys.verifyKey", { key: rich.key }),
      call("keys.getKey", { keyId: plain.keyId }),
      call("apis.listKeys", { apiId }),
      call("keys.createKey", { apiId }),
      call("keys.createKey", { apiId }, { "Idempotency-Key": crypto.randomUUID() }),
      call("ratelimit.limit", { namespace: "one", identifier: "two", limit: 5, duration: 1_000 }),
    ])
  }
  const keysNamed = (externalId: string) => dataOf(scene.call("keys.listKeys", { externalId }))
  const readiness = async () => (await fetch(`${scene.node.url}/readyz`)).status

  test("that is stopped makes every operation return 503 at once until it is back", async () => {
    database.proxy.cut()
    // Where no connection is refused, an attempt to connect takes five seconds. A busy machine may take as long at first.
    await until(async () => {
      const startedAt = performance.now()
      for (const reply of await everyKind()) expect(reply && isUnavailable(reply)).toBe(true)
      expect(await readiness()).toBe(503)
      expect((await fetch(`${scene.node.url}/v2/liveness`)).status).toBe(200)
      return performance.now() - startedAt < 5_000
    })
    await database.proxy.mend()
    for (const reply of await everyKind()) expect(reply?.status).toBe(200)
    spent += 1
    expect(await readiness()).toBe(200)
    expect(await scene.balance()).toBe(initialCredits - spent)
  })

  test("that is read-only makes changes and spends return 503, and serves reads", async () => {
    const { call, apiId, plain } = scene
    await using admin = new SQL(database.directUrl, { max: 1 })
    const setReadOnly = async (value: "on" | "off") => {
      await admin.unsafe(`alter database ${database.name} set default_transaction_read_only = ${value}`)
      await admin`select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await Bun.sleep(50)
    }
    await setReadOnly("on")
    expect(await scene.spend()).toBe("503")
    const created = await call("keys.createKey", { apiId })
    expect(created && isUnavailable(created)).toBe(true)
    expect(await dataOf(call("keys.verifyKey", { key: plain.key }))).toMatchObject({ code: "VALID" })
    expect(await scene.balance()).toBe(initialCredits - spent)
    expect(await readiness()).toBe(200)
    await setReadOnly("off")
    expect(await scene.spend()).toBe("VALID")
    spent += 1
  })

  test("that is lost during a commit has committed or not, and the response says which", async () => {
    await using direct = new SQL(database.directUrl, { max: 1 })
    const [{ balance_id: balanceId }] = await direct`select balance_id from keys where id = ${scene.rich.keyId}`
    for (const what of ["answer", "request"] as const) {
      const externalId = `lost ${what}`
      database.proxy.loseNext({ text: "commit\0", what, after: externalId })
      const created = await scene.call("keys.createKey", { apiId: scene.apiId, externalId })
      const keys = await keysNamed(externalId)
      if (what === "answer") expect(keys).toMatchObject([{ keyId: created?.body.data.keyId }])
      else expect([created && isUnavailable(created), keys]).toEqual([true, []])

      database.proxy.loseNext({ text: "commit\0", what, after: balanceId })
      expect(await scene.spend()).toBe(what === "answer" ? "VALID" : "503")
      if (what === "answer") spent += 1
      expect(await scene.balance()).toBe(initialCredits - spent)
    }
  })

  test("that stays away after a commit leaves its outcome unknown, and a repetition with the same Idempotency-Key finds it", async () => {
    const headers = { "Idempotency-Key": "left-open" }
    const body = { apiId: scene.apiId, externalId: "left open" }
    database.proxy.loseNext({ text: "commit\0", what: "answer", after: body.externalId, isCut: true })
    const reply = await scene.call("keys.createKey", body, headers)
    expect(reply && isUnavailable(reply)).toBe(true)
    await database.proxy.mend()
    const repeated = await scene.call("keys.createKey", body, headers)
    expect(repeated?.headers.get("idempotency-replayed")).toBe("true")
    expect(await keysNamed(body.externalId)).toMatchObject([{ keyId: repeated?.body.data.keyId }])
  })

  test.each([
    ["in the middle of a change", { text: "insert into events", what: "request", after: "blocked" }],
    // A connection sends the text of a statement only once, but its values each time.
    ["while it claims the key", { text: "commit\0", what: "answer", after: "keys.createKey" }],
  ] as const)("that is cut off %s leaves no Idempotency-Key blocked when it is back", async (when, loss) => {
    const headers = { "Idempotency-Key": when.replaceAll(" ", "-") }
    const body = { apiId: scene.apiId, externalId: `blocked ${when}` }
    const create = () => scene.call("keys.createKey", body, headers)
    database.proxy.loseNext({ ...loss, isCut: true })
    const reply = await create()
    expect(reply && isUnavailable(reply)).toBe(true)
    await database.proxy.mend()
    const backAt = performance.now()
    let repeated = await create()
    while (repeated?.status !== 200 && performance.now() - backAt < soonMs) {
      await Bun.sleep(20)
      repeated = await create()
    }
    expect(repeated?.status).toBe(200)
    expect(await keysNamed(body.externalId)).toMatchObject([{ keyId: repeated?.body.data.keyId }])
  })

  test(`that is cut off repeatedly under load loses no write and repeats none, with KEYWARD_TEST_SEED=${seed}`, async () => {
    const random = createRandom(seed)
    const { apiId } = await dataOf(scene.call("apis.createApi", { name: "Load" }))
    const actors = createActors(apiId, seed)
    const evidence = createEvidence(database.directUrl)
    for (let round = 1; round <= 4; round++) {
      await checkAll(scene.call, apiId, actors)
      let isOver = false
      const load = Promise.all(actors.map((actor) => stepOn(actor, scene.call, () => isOver)))
      await Bun.sleep(random.below(300))
      database.proxy.cut()
      await Bun.sleep(random.below(300))
      await database.proxy.mend()
      await Bun.sleep(random.below(300))
      isOver = true
      await load
    }
    await checkAll(scene.call, apiId, actors)
    await evidence.check()
    expect(actors.every(({ tally }) => tally.acknowledged > 0)).toBe(true)
  })
})
