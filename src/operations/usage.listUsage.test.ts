import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { locationsOf } from "../../test/requests/outcome.ts"

const hourMs = 3_600_000
const start = Date.UTC(2026, 2, 10, 12, 30)
const february = { previousFrom: Date.UTC(2026, 1, 1), previousTo: Date.UTC(2026, 2, 1) }

/** src/storage/sql/usage/list-usage.test.ts proves sums, orders and pages on both engines. */
describe("usage.listUsage", () => {
  const clock = { now: Date.UTC(2026, 1, 20) }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const ok = (operation: string, body: object) => keyward.ok(operation, body)
  const call = (body: object, key = keyward.rootKey) => keyward.call("usage.listUsage", body, { key })
  const list = async (body: object = {}) => (await call(body)).body.data
  const spend = (key: string, cost: number, more: object = {}) =>
    ok("keys.verifyKey", { key, credits: { cost }, ...more })
  let apiId: string
  let acme: { keyId: string; key: string }
  let other: { keyId: string; key: string }
  let gone: { keyId: string; key: string }

  beforeAll(async () => {
    apiId = (await ok("apis.createApi", { name: "Maps" })).apiId
    const create = (body: object) => ok("keys.createKey", { apiId, credits: { remaining: 1_000 }, ...body })
    acme = await create({ name: "Production", externalId: "acme" })
    other = await create({})
    gone = await create({ name: "Old", externalId: "left" })
    await spend(gone.key, 50)
    clock.now = start
    await spend(acme.key, 7, { tags: ["map"] })
    await spend(acme.key, 2)
    await spend(other.key, 3, { tags: ["map"] })
    await spend(gone.key, 1)
    await ok("keys.verifyKey", { key: "unknown" })
    while ((await keyward.ok("usage.getVerifications", { from: 0, interval: "total" })).total < 6) await Bun.sleep(20)
  })

  test("lists the keys of this month by credits, with name, API and customer, against another time", async () => {
    const before = { verifications: 0, credits: 0 }
    const shown = { apiId, previous: before }
    expect(await list(february)).toEqual([
      {
        ...{ ...shown, keyId: acme.keyId, name: "Production", verifications: 2, credits: 9 },
        identity: { id: expect.any(String), externalId: "acme" },
      },
      { ...shown, keyId: other.keyId, verifications: 1, credits: 3 },
      {
        ...{ ...shown, keyId: gone.keyId, name: "Old", verifications: 1, credits: 1 },
        identity: { id: expect.any(String), externalId: "left" },
        previous: { verifications: 1, credits: 50 },
      },
      { verifications: 1, credits: 0, previous: before },
    ])
    expect((await list({ ...february, sort: "creditsChange", order: "asc" }))[0].keyId).toBe(gone.keyId)
  })

  test("lists customers, APIs and tags, and counts them", async () => {
    const names = async (groupBy: string, of: (row: Record<string, never>) => unknown) =>
      (await list({ groupBy })).map((row: Record<string, never>) => [of(row), row.credits, row.verifications])
    expect(await names("identity", ({ identity }) => Object(identity).externalId)).toEqual([
      ["acme", 9, 2],
      [undefined, 3, 2],
      ["left", 1, 1],
    ])
    expect(await names("api", ({ name }) => name)).toEqual([
      ["Maps", 13, 4],
      [undefined, 0, 1],
    ])
    expect(await names("tag", ({ tag }) => tag)).toEqual([
      ["map", 10, 2],
      [undefined, 3, 3],
    ])
    expect((await call({ count: true, limit: 1 })).body.pagination).toMatchObject({ total: 4, hasMore: true })
    expect(await list({ identity: "acme", codes: ["VALID"], tag: "map" })).toMatchObject([{ credits: 7 }])
    expect(await list({ to: start - hourMs })).toEqual([])
  })

  test("tells what is left of the credits of keys and customers, and of quotas, if asked", async () => {
    const rows = await list({ balances: true })
    expect(rows.map(({ remaining }: { remaining?: number }) => remaining)).toEqual([991, 997, 949, undefined])
    await ok("identities.updateIdentity", { identity: "acme", credits: { remaining: 77 } })
    const customers = await list({ groupBy: "identity", balances: true })
    expect(customers.map(({ remaining }: { remaining?: number }) => remaining)).toEqual([77, undefined, undefined])
    expect((await list({ groupBy: "api", balances: true }))[0].remaining).toBeUndefined()
    expect(customers.map((row: object) => "quota" in row)).toEqual([false, false, false])
    await ok("identities.updateIdentity", { identity: "acme", quota: { limit: 10, interval: "monthly" }, used: 4 })
    const [metered] = await list({ groupBy: "identity", balances: true })
    expect(metered).toMatchObject({
      remaining: 77,
      quota: { limit: 10, used: 4, overage: 0, resets: Date.UTC(2026, 3) },
    })
    expect((await list({ groupBy: "identity" }))[0].quota).toBeUndefined()
  })

  test("continues with the cursor of the same order only", async () => {
    const first = (await call({ limit: 2 })).body
    const { cursor } = first.pagination
    const rest = await list({ limit: 2, cursor })
    expect([...first.data, ...rest]).toEqual(await list())
    for (const other of [{ order: "asc" }, { sort: "verifications" }, { groupBy: "api" }]) {
      expect(locationsOf(await call({ ...other, cursor }))).toEqual(["body.cursor"])
    }
  })

  test("refuses times that are not kept, with the name of the field", async () => {
    const violationsOf = async (body: object) => locationsOf(await call(body))
    const long = { previousFrom: 0, previousTo: hourMs }
    expect(await violationsOf({ groupBy: "tag", ...long })).toEqual(["body.previousFrom"])
    expect(await violationsOf({ groupBy: "tag", from: 0 })).toEqual(["body.from"])
    expect(await violationsOf({ previousFrom: 5, previousTo: 5 })).toEqual(["body.previousTo"])
    expect(await list({ ...long, limit: 1 })).toHaveLength(1)
  })

  test("keeps the rows of what was deleted, and says so", async () => {
    const { identityId } = await ok("identities.getIdentity", { identity: "left" })
    await ok("keys.deleteKey", { keyId: gone.keyId })
    await ok("identities.deleteIdentity", { identity: identityId })
    expect((await list())[2]).toMatchObject({ keyId: gone.keyId, name: "Old", deleted: true, credits: 1 })
    expect((await list({ groupBy: "identity" }))[2]).toMatchObject({
      identity: { id: identityId, externalId: "left" },
      deleted: true,
    })
    const { keyId, key } = acme
    await ok("keys.deleteKey", { keyId, permanent: true })
    expect((await list())[0]).toEqual({ keyId, deleted: true, verifications: 2, credits: 9 })
    expect(await keyward.ok("keys.verifyKey", { key })).toMatchObject({ code: "NOT_FOUND" })
  })
})
