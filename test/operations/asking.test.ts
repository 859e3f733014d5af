import { describe, expect, test } from "bun:test"
import { z } from "zod"
import type { Touched } from "../../src/contract/touches.ts"
import { asks, type Question, reachOf, touchedBy } from "../../src/core/reach.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"

/** When the CLI, the dashboard and the reference ask before a call. */

const mutations = operations.filter(({ kind }) => kind === "mutation")
const touchedOf = ({ touches = [] }: Operation): readonly Touched[] => (touches === "one object" ? [] : touches)
const fieldsOf = ({ input }: Operation) =>
  Object.keys(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }).properties ?? {})

describe("every mutation", () => {
  test.each(mutations.map((operation) => [operation.name, operation] as const))(
    "%s is destructive, touches, or declares that it touches one object",
    (_name, operation) => {
      const { isDestructive, touches } = operation
      expect(isDestructive === true || touches !== undefined).toBe(true)
      // A request can only fit by fields that it can have.
      const named = touchedOf(operation).flatMap((one) => [
        ...Object.keys(one.when ?? {}),
        ...("field" in one ? [one.field] : []),
      ])
      expect(named.filter((field) => !fieldsOf(operation).includes(field))).toEqual([])
    },
  )

  test("asks before it disables something", () => {
    const switches = mutations.filter((operation) => fieldsOf(operation).includes("enabled"))
    const silent = switches.filter((operation) => !asks(operation, { ...Object(operation.example), enabled: false }))
    // A new object that is disabled takes nothing away.
    expect(silent.map(({ name }) => name)).toEqual([
      "identities.createIdentity",
      "keys.createKey",
      "rootKeys.createRootKey",
    ])
  })

  test("asks before it changes all that a list, a filter, a plan or a role has", () => {
    const manyFields = /^(keyIds|identities|filter)$/
    const bulk = mutations.filter((operation) => fieldsOf(operation).some((field) => manyFields.test(field)))
    expect(bulk.map(({ name }) => name)).toEqual(["identities.updateIdentities", "keys.deleteKeys", "keys.updateKeys"])
    for (const name of [...bulk.map((one) => one.name), "permissions.setRolePermissions"]) {
      const operation = operations.find((one) => one.name === name)
      expect(operation && asks(operation, operation.example)).toBe(true)
    }
    const creation = operations.find(({ name }) => name === "plans.createPlan")
    expect([true, false].map((one) => creation && asks(creation, { name: "pro", default: one }))).toEqual([true, false])
    const plan = operations.find(({ name }) => name === "plans.updatePlan")
    const asking = plan && fieldsOf(plan).filter((field) => asks(plan, { plan: "pro", [field]: "new" }))
    // Only the description is for people.
    expect(asking).toEqual(["name", "meta", "permissions", "ratelimits", "maxKeys", "quota", "default"])
  })
})

describe("the count", () => {
  const plan = operations.find(({ name }) => name === "plans.updatePlan")
  const [ofDefault, ofPlan] = plan ? touchedOf(plan) : []
  const input = { plan: "pro", maxKeys: 1 }

  test("adds the keys of all customers, page by page", async () => {
    const cursors: unknown[] = []
    const reach = await reached(ofPlan, input, async ({ body }) => {
      cursors.push("cursor" in body ? body.cursor : undefined)
      const cursor = cursors.length < 3 ? `page ${cursors.length}` : undefined
      return { data: [{ keys: 400 }, { keys: 2 }], pagination: { total: 6, cursor } }
    })
    expect(reach).toEqual({ sentence: "Applies to 6 customers and 1,206 keys immediately.", isNone: false })
    expect(cursors).toEqual([undefined, "page 1", "page 2"])
  })

  test("stops after ten pages", async () => {
    let pages = 0
    const reach = await reached(ofPlan, input, async () => {
      pages += 1
      return { data: [{ keys: 1 }], pagination: { total: 10_000, totalIsAtLeast: true, cursor: "next" } }
    })
    expect(reach?.sentence).toBe("Applies to more than 10,000 customers and all their keys immediately.")
    expect(pages).toBe(10)
  })

  test("that stopped says so", async () => {
    const touched: Touched = { counted: "keys", filter: "role", field: "role", words: "every key that holds the role" }
    const reply = (total: number, totalIsAtLeast?: true) =>
      reached(touched, { role: "editor" }, async () => ({ data: [], pagination: { total, totalIsAtLeast } }))
    expect((await reply(10_000, true))?.sentence).toBe("Applies to more than 10,000 keys immediately.")
    expect((await reply(1))?.sentence).toBe("Applies to 1 key immediately.")
    expect(await reply(0)).toEqual({ sentence: "Applies to no keys now.", isNone: true })
    const refused = await reached(touched, { role: "editor" }, async () => undefined)
    expect(refused).toEqual({ sentence: "Applies to every key that holds the role immediately.", isNone: false })
  })

  test("of a new default plan has words only", async () => {
    expect(plan && touchedBy(plan.touches, { plan: "pro", default: true })).toEqual(ofDefault)
    expect(plan && touchedBy(plan.touches, { plan: "pro", default: false })).toEqual(ofPlan)
  })

  test("needs nothing around its functions, because browsers get their text", async () => {
    const text = `return { touchedBy: ${touchedBy}, reachOf: ${reachOf} }`
    const alone = new Function(text)()
    const touched = alone.touchedBy(plan?.touches, input)
    const ask = async (question: Question) =>
      question.operation === "identities.listIdentities" ? { data: [{ keys: 1 }], pagination: { total: 1 } } : undefined
    expect((await alone.reachOf(touched, input, ask)).sentence).toBe("Applies to 1 customer and 1 key immediately.")
  })
})

function reached(touched: Touched | undefined, input: object, ask: Parameters<typeof reachOf>[2]) {
  return touched === undefined ? undefined : reachOf(touched, { ...input }, ask)
}
