import { describe, expect, test } from "bun:test"
import { z } from "zod"
import { Fault } from "../../contract/errors.ts"
import { createKeys } from "../../operations/keys.createKeys.ts"
import { migrateKeys } from "../../operations/keys.migrateKeys.ts"
import { parseInput } from "./input.ts"
import { isLargeInput, parseLargeInput } from "./large-input.ts"

const hash = "a".repeat(64)

async function refusalOf(parsing: () => unknown): Promise<Fault> {
  try {
    await parsing()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error("Nothing was refused.")
}

describe("a large input", () => {
  test("is a large body, or one of any size with a long list", () => {
    const isLarge = (count: number) => {
      const input = { apiId: "api", keys: Array.from({ length: count }, () => ({})) }
      return isLargeInput(createKeys.input, input, JSON.stringify(input).length)
    }
    expect([1, 100, 101, 1_000].map(isLarge)).toEqual([false, false, true, true])
    expect([8_192, 8_193].map((bytes) => isLargeInput(createKeys.input, {}, bytes))).toEqual([false, true])
  })

  test("gives what the schema gives, list by list", async () => {
    const keys = Array.from({ length: 500 }, (_, index) => ({
      hash,
      name: `key ${index}`,
      ...(index % 2 && { meta: { index } }),
    }))
    for (const input of [
      { apiId: "api", keys },
      { apiId: "api", migrationId: "mig", keys },
      { apiId: "api", keys: [] },
    ]) {
      const outcome = await parseLargeInput(migrateKeys.input, input, "body").catch((error) => error.errors)
      const expected = migrateKeys.input.safeParse(input)
      if (expected.success) expect(outcome).toEqual(expected.data)
      else expect(outcome).toEqual((await refusalOf(() => parseInput(migrateKeys.input, input, "body"))).errors)
    }
  })

  test.each([
    ["violations in a few entries and beside the list", { keys: listWith(30, { hash: 1, more: true }), other: 1 }],
    ["a list that is too long", { apiId: "api", keys: listWith(10_001, {}) }],
    ["no list", { apiId: "api", keys: {} }],
    ["no object", [1, 2]],
    ["null", null],
  ])("is refused for %s like a small one", async (_what, input) => {
    const refused = await refusalOf(() => parseLargeInput(migrateKeys.input, input, "body"))
    const expected = await refusalOf(() => parseInput(migrateKeys.input, input, "body"))
    expect(refused.detail).toBe(expected.detail)
    expect(new Set(refused.errors.map(({ location }) => location))).toEqual(
      new Set(expected.errors.map(({ location }) => location)),
    )
  })

  test("is not searched to its end once there are enough violations", async () => {
    let looks = 0
    const entry = z.strictObject({
      values: z.array(z.int()).refine(() => {
        looks += 1
        return false
      }),
    })
    const schema = z.strictObject({ list: z.array(entry).max(10_000) })
    const input = { list: Array.from({ length: 10_000 }, () => ({ values: [1] })) }
    const refused = await refusalOf(() => parseLargeInput(schema, input, "body"))
    expect(refused.errors).toHaveLength(100)
    expect(refused.errors[99]?.location).toBe("body.list[99].values")
    expect(refused.detail).toBe("The request has at least 101 invalid fields. The first 100 are listed.")
    expect(looks).toBe(101)
  })

  test("lets others go first before and after it is parsed", async () => {
    let turnsOfOthers = 0
    const others = () => {
      turnsOfOthers += 1
      if (turnsOfOthers < 2) setImmediate(others)
    }
    setImmediate(others)
    await parseLargeInput(z.strictObject({}), {}, "body")
    expect(turnsOfOthers).toBe(2)
  })
})

function listWith(length: number, wrong: object): readonly object[] {
  const some = Array.from({ length: 130 }, (_, index) => (index < Math.min(length, 30) ? wrong : { hash }))
  return length > some.length ? new Array(length).fill(wrong) : some
}
