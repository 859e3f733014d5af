import { describe, expect, test } from "bun:test"
import { type CompiledQuery, sql } from "kysely"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { newKey } from "../conformance/new-key.ts"
import { addApi, addKeys } from "../conformance/stored-objects.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { createLookups } from "./lookups.ts"

describe("look-ups that come together", () => {
  const { engine, store } = provideDatabase("postgres")

  const counted = () => {
    const runs = { count: 0 }
    const lookUp = createLookups(async <Row>(query: CompiledQuery<Row>) => {
      runs.count += 1
      return (await engine.reader.executeQuery<Row>(query)).rows
    })
    return { runs, lookUp }
  }

  test("share statements, and each gets its own rows", async () => {
    const { runs, lookUp } = counted()
    const query = sql<{ number: number; text: string }>`
      select cast(${0} as int) + step as number, cast(${""} as text) as text from generate_series(1, 2) as step
        where ${0} < 90`.compile(engine.pointReader)
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    const found = await Promise.all(numbers.map((number) => lookUp(query, [number, `"${number}' \\ ü`, number])))
    expect(found).toEqual(
      numbers.map((number) =>
        number >= 90
          ? []
          : [1, 2].map((step) => expect.objectContaining({ number: number + step, text: `"${number}' \\ ü` })),
      ),
    )
    // Two that found nothing running, and the other 98 in groups of at most 32.
    expect(runs.count).toBe(6)
  })

  test("do not fail with one that the database refuses", async () => {
    const { lookUp } = counted()
    const query = sql<{ quotient: number }>`select 6 / cast(${0} as int) as quotient`.compile(engine.pointReader)
    const divide = (number: number) => lookUp(query, [number])
    const results = await Promise.allSettled([1, 2, 0, 3].map(divide))
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"])
    expect(await Promise.all([1, 2, 3].map(divide))).toEqual(
      [6, 3, 2].map((quotient) => [expect.objectContaining({ quotient })]),
    )
  })

  test("fail together if the database does not respond, without asking it again for each", async () => {
    const runs = { count: 0 }
    const lookUp = createLookups(async () => {
      runs.count += 1
      throw new StorageUnavailable(new Error("the connection was lost"))
    })
    const query = sql`select cast(${0} as int) as number`.compile(engine.pointReader)
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => lookUp(query, [number])))
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "rejected"))
    // Two that found nothing running, and the other three together.
    expect(runs.count).toBe(3)
  })

  test("find the keys of their own workspace", async () => {
    const apis = [await addApi(store), await addApi(store)]
    const keys = apis.flatMap((api) => Array.from({ length: 20 }, () => newKey(api)))
    await addKeys(store, ...keys)
    const asked = apis.flatMap(({ workspaceId }) => keys.map(({ id, hash }) => ({ workspaceId, id, hash })))
    const found = await Promise.all(
      asked.map(({ workspaceId, hash }) => store.verification.findUncached(workspaceId, hash, 0)),
    )
    const owner = new Map(keys.map(({ id, workspaceId }) => [id, workspaceId]))
    expect(found.map((record) => record?.key.keyId)).toEqual(
      asked.map(({ workspaceId, id }) => (owner.get(id) === workspaceId ? id : undefined)),
    )
  })
})
