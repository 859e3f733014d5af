import { beforeAll, describe, expect, test } from "bun:test"
import { Glob } from "bun"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { createWorld } from "../harness/world.ts"
import { type Case, type CaseWorld, type Outcome, valueIn } from "./case.ts"
import { drivers } from "./drivers.ts"
import { farewell } from "./keys.ts"

/** These come first, in this order, because later cases use the results of earlier ones. The other files follow. */
const first = ["events", "usage", "workspaces", "root-keys", "verification", "keys", "apis", "identities"]

const files = [...new Glob("*.ts").scanSync(import.meta.dir)]
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => !["case", "cases.test", "drivers", ...first].includes(name))
  .toSorted()

const cases: Case[] = []
for (const name of [...first, ...files]) {
  const listed: Readonly<Record<string, readonly Case[]>> = await import(`./${name}.ts`)
  const own = listed[name.replace(/-./g, (letters) => letters.slice(1).toUpperCase())]
  if (own === undefined) throw new Error(`test/cases/${name}.ts exports no cases of its name.`)
  cases.push(...own)
}
cases.push(...farewell)

test("the list shows every operation as it succeeds and as it is refused", () => {
  const shown = (isSuccess: boolean) =>
    new Set(cases.filter(({ expected }) => (expected === "200") === isSuccess).map(({ operation }) => operation))
  const names = operations.map(({ name }) => name)
  expect([...shown(true)].sort()).toEqual(names)
  expect([...shown(false)].sort()).toEqual(names)
})

describe.each([...engines])("the list of cases on %s", (engine) => {
  const server = serveKeyward({ engine })
  const outcomes = new Map<string, Outcome[]>()
  // Every driver sends the same requests, so one is enough for the second engine.
  const ways = Object.entries(drivers).slice(0, engine === "sqlite" ? undefined : 1)

  describe.each(ways)("through %s", (way, driver) => {
    let world: CaseWorld

    beforeAll(async () => {
      world = { ...(await createWorld(server, { hasPeople: true })), kept: {} }
      outcomes.set(way, [])
    })

    test.each(cases.map((one, index) => [index + 1, one.operation, one.expected, one] as const))(
      "case %d: %s gives %s",
      async (_number, operation, expected, one) => {
        const key = { operator: server.operatorKey, key: world.key, stranger: "nobody", root: world.rootKey }[
          one.as ?? "root"
        ]
        const { input, idempotencyKey } = one
        const outcome = await driver({ url: server.url, key, operation, input: valueIn(world, input), idempotencyKey })
        outcomes.get(way)?.push(withoutNames(outcome))
        expect(outcome.status).toBe(expected)
        for (const [member, name] of Object.entries(one.keep ?? {})) {
          world.kept[name] = String(Object(outcome.data)[member])
        }
        if (one.data !== undefined) expect(outcome.data).toMatchObject(Object(valueIn(world, one.data)))
        if (one.violations !== undefined) expect(outcome.violations).toEqual([...one.violations])
      },
    )
  })

  test("comes to the same through all of them", () => {
    const [first, ...others] = outcomes.values()
    expect(first).toHaveLength(cases.length)
    for (const other of others) expect(other).toEqual(first ?? [])
  })
})

/** Without values that differ between worlds: ids, secrets, hashes, cursors and times. */
function withoutNames(outcome: Outcome): Outcome {
  return JSON.parse(JSON.stringify(outcome), (member, value) => {
    // These change with time.
    if (["lastUsedAt", "memory", "verificationsPerSecond", "durationMs"].includes(member)) return undefined
    if (typeof value === "number" && value > 1_500_000_000_000 && value < 3_000_000_000_000) return "a moment"
    if (typeof value !== "string") return value
    if (["key", "rootKey", "start", "cursor", "url", "email", "head", "secret"].includes(member)) return `a ${member}`
    if (/^[0-9a-f]{64}$/.test(value)) return "a hash"
    return value.replace(/\b([a-z]+)_[1-9A-HJ-NP-Za-km-z]{22}\b/g, "$1_…")
  })
}
