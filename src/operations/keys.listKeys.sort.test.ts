import { beforeAll, describe, expect, test } from "bun:test"
import { createApi } from "../../test/harness/fixtures.ts"
import { engines, type Reply } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { walk } from "../../test/requests/walk.ts"
import { queryDatabase } from "../../test/storage/database.ts"
import { compareBytes } from "../core/byte-order.ts"

/** 𝒜 is above ￿ in bytes, and below it in UTF-16. */
const names = ["beta", "Alpha", undefined, "alpha", "￿", "𝒜", "x".repeat(64), `${"x".repeat(64)}a`, "Beta", undefined]

describe.each([...engines])("sorted lists of keys on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  /** In creation order. */
  let keyIds: readonly string[]
  beforeAll(async () => {
    apiId = await createApi(keyward)
    const keys = names.map((name, index) => ({
      ...(name !== undefined && { name }),
      ...(index % 3 !== 0 && { expires: clock.now + 1_000 * ((index * 7) % 5) }),
      ...(index % 4 !== 0 && { credits: creditsOf(index) }),
    }))
    const created: readonly { keyId: string }[] = (await keyward.ok("keys.createKeys", { apiId, keys })).keys
    keyIds = created.map(({ keyId }) => keyId)
    for (const [index, keyId] of keyIds.entries()) {
      const used = clock.now - 1_000 * ((index * 3) % 7)
      if (index % 5 !== 0) {
        await queryDatabase(keyward, `insert into key_usage (key_id, last_used_at) values ('${keyId}', ${used})`)
      }
    }
  })

  const call = (body: object): Promise<Reply> => keyward.call("keys.listKeys", body)
  const refuses = (body: object, location: string) => expectViolations(keyward, "keys.listKeys", [[body, location]])
  const indexOf = ({ keyId }: { readonly keyId: string }) => keyIds.indexOf(keyId)
  const walked = async (body: object) =>
    (await walk<{ keyId: string }>((page) => call({ ...body, ...page }))).map(indexOf)

  test.each(["name", "expires", "lastUsed", "credits"] as const)("%s, with what has no value last", async (sort) => {
    const all: readonly Shown[] = (await call({})).body.data
    for (const order of ["asc", "desc"] as const) {
      const expected = [...all].sort(comparing(sort, order === "desc")).map(indexOf)
      const { body } = await call({ sort, order, count: true })
      expect(body.data.map(indexOf)).toEqual(expected)
      expect(body.pagination).toEqual({ hasMore: false, total: names.length })
      // Every page begins where the one before ended, although many values are the same.
      expect(await walked({ sort, order })).toEqual(expected)
    }
    expect(await walked({ sort: "created", order: "desc" })).toEqual(all.map(indexOf).reverse())
  })

  test("identities by name and by keys, with filters and a count, on all pages", async () => {
    const key = (await keyward.createWorkspace()).rootKey
    const ok = (operation: string, body: object) => keyward.ok(operation, body, { key })
    const own = (await ok("apis.createApi", { name: "sorted" })).apiId
    const externalIds = names.map((name, index) => (names.indexOf(name) === index && name) || `customer ${index}`)
    for (const [index, externalId] of externalIds.entries()) {
      await ok("identities.createIdentity", { externalId })
      const keys = Array.from({ length: (index * 5) % 4 }, () => ({ externalId }))
      if (keys.length > 0) await ok("keys.createKeys", { apiId: own, keys })
    }
    const list = (body: object): Promise<Reply> => keyward.call("identities.listIdentities", body, { key })
    const all: readonly Named[] = (await list({ countKeys: true })).body.data
    const by = {
      name: (one: Named, other: Named) => compareBytes(comparedName(one), comparedName(other)),
      keys: (one: Named, other: Named) => one.keys - other.keys,
    }
    for (const sort of ["name", "keys"] as const) {
      for (const order of ["asc", "desc"] as const) {
        const sign = order === "desc" ? -1 : 1
        const expected = [...all].sort((one, other) => sign * (by[sort](one, other) || compareBytes(one.id, other.id)))
        const { body } = await list({ sort, order, count: true, countKeys: true })
        expect(body.data).toEqual(expected)
        expect(body.pagination).toEqual({ hasMore: false, total: all.length })
        expect(await walk((page) => list({ sort, order, countKeys: true, ...page }))).toEqual(expected)
      }
    }
    const found = (await list({ search: "customer", enabled: true, sort: "keys", count: true, limit: 1 })).body
    expect(found.pagination).toMatchObject({ hasMore: true, total: all.filter(isCustomer).length })
    const { cursor } = found.pagination
    expect((await list({ search: "customer", cursor })).status).toBe(400)
    expect((await list({ sort: "name", cursor })).status).toBe(400)
    expect((await list({ sort: "name", order: "created" })).status).toBe(400)
  })

  test("combine with filters, and count what matches", async () => {
    const filter = { status: "expiring", apiId }
    const { body } = await call({ ...filter, sort: "expires", order: "desc", limit: 1, count: true })
    const all = (await call(filter)).body.data
    expect(body.pagination).toMatchObject({ hasMore: true, total: all.length })
    expect((await call({ search: "nothing", sort: "name", count: true })).body).toMatchObject({
      data: [],
      pagination: { hasMore: false, total: 0 },
    })
    const ofApi = await keyward.call("apis.listKeys", { apiId, sort: "name", limit: 2, count: true })
    expect(ofApi.body.data.map(indexOf)).toEqual((await walked({ sort: "name" })).slice(0, 2))
    expect(ofApi.body.pagination.total).toBe(names.length)
    expect((await call({ limit: 1 })).body.pagination).not.toHaveProperty("total")
  })

  test("keep their place when the key before it is renamed or deleted", async () => {
    const other = await createApi(keyward)
    const created = await keyward.ok("keys.createKeys", {
      apiId: other,
      keys: ["a", "b", "c"].map((name) => ({ name })),
    })
    const [a, b, c] = created.keys.map(({ keyId }: { keyId: string }) => keyId)
    const page = async (cursor = "") =>
      (await call({ apiId: other, sort: "name", limit: 1, cursor })).body as Reply["body"]
    const first = await page()
    expect(first.data).toMatchObject([{ keyId: a }])
    await keyward.ok("keys.updateKey", { keyId: a, name: "z" })
    const second = await page(first.pagination.cursor)
    expect(second.data).toMatchObject([{ keyId: b }])
    await keyward.ok("keys.deleteKey", { keyId: b, permanent: true })
    expect((await page(second.pagination.cursor)).data).toMatchObject([{ keyId: c }])
  })

  test("refuse the cursor of another order, and contradictory orders", async () => {
    const byName = (await call({ sort: "name", limit: 1 })).body.pagination.cursor
    const byId = (await call({ limit: 1 })).body.pagination.cursor
    for (const body of [{ cursor: byName }, { cursor: byName, sort: "expires" }, { cursor: byId, sort: "name" }]) {
      await refuses(body, "body.cursor")
    }
    await refuses({ sort: "name", order: "created_desc" }, "body.order")
    await refuses({ sort: "meta" }, "body.sort")
    await refuses({ order: "up" }, "body.order")
    await refuses({ count: "yes" }, "body.count")
  })
})

describe("lists of more than 10,000 keys", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("stop counting above 10,000, and sort no more than that by values that verifications change", async () => {
    const many = await keyward.createWorkspace()
    const own = await keyward.ok("apis.createApi", { name: "Many" }, { key: many.rootKey })
    for (let part = 0; part < 11; part += 1) {
      const keys = Array.from({ length: part === 10 ? 1 : 1_000 }, (_, index) => ({
        name: `key ${part * 1_000 + index}`,
      }))
      await keyward.ok("keys.createKeys", { apiId: own.apiId, keys }, { key: many.rootKey })
    }
    const list = (body: object) => keyward.call("keys.listKeys", { limit: 1, ...body }, { key: many.rootKey })
    expect((await list({ count: true })).body.pagination).toMatchObject({ total: 10_000, totalIsAtLeast: true })
    expect(outcomeOf(await list({ sort: "credits" }))).toBe("412 application/precondition_failed")
    expect((await list({ sort: "lastUsed" })).body.error.detail).toContain("More than 10,000 keys match")
    expect((await list({ sort: "name", order: "desc" })).body.data).toMatchObject([{ name: "key 9999" }])
    expect((await list({ sort: "lastUsed", search: "key 99" })).status).toBe(200)
    expect((await list({ search: "key 99", count: true })).body.pagination.total).toBe(111)
    const bulk = { filter: {}, expected: 10_000, enabled: false }
    const refused = await keyward.call("keys.updateKeys", bulk, { key: many.rootKey })
    expect(outcomeOf(refused)).toBe("412 application/precondition_failed")
    expect(refused.body.error.detail).toContain("More than 10,000 keys match")
    // One less, and one call does it all.
    const [last] = (await list({ order: "desc" })).body.data
    await keyward.ok("keys.deleteKey", { keyId: last.keyId }, { key: many.rootKey })
    expect((await list({ count: true })).body.pagination.total).toBe(10_000)
    expect((await list({ sort: "credits" })).status).toBe(200)
  })
})

interface Shown {
  readonly keyId: string
  readonly name?: string
  readonly expires?: number
  readonly lastUsedAt?: number
  readonly credits?: { readonly remaining: number }
}

/** Some of them repeat. */
function creditsOf(index: number): object {
  const refill = { interval: "daily", amount: 3 }
  return { remaining: (index * 3) % 4, ...(index % 2 === 0 && { refill }) }
}

function comparing(sort: "name" | "expires" | "lastUsed" | "credits", isDescending: boolean) {
  const valueIn = ({ name, expires, lastUsedAt, credits }: Shown): Buffer | number | undefined =>
    ({
      name: name === undefined ? undefined : Buffer.from([...name].slice(0, 64).join("").toLowerCase()),
      expires,
      lastUsed: lastUsedAt,
      credits: credits?.remaining,
    })[sort]
  const sign = isDescending ? -1 : 1
  return (one: Shown, other: Shown): number => {
    const [left, right] = [valueIn(one), valueIn(other)]
    if (left === undefined && right !== undefined) return 1
    if (right === undefined && left !== undefined) return -1
    const difference =
      left instanceof Buffer && right instanceof Buffer ? Buffer.compare(left, right) : Number(left) - Number(right)
    return sign * (difference || (one.keyId < other.keyId ? -1 : 1))
  }
}

interface Named {
  readonly id: string
  readonly externalId: string
  readonly keys: number
}

function comparedName({ externalId }: Named): string {
  return [...externalId]
    .slice(0, 64)
    .join("")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function isCustomer({ externalId }: Named): boolean {
  return externalId.startsWith("customer")
}
