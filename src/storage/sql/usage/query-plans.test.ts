import { beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { openDatabase, storeOn } from "../../../../test/storage/provide-database.ts"
import {
  listeningEngine,
  type PlanNode,
  postgresPlan,
  pretendLargeTables,
  type Statement,
  scansIn,
  sqlitePlans,
  wholeReadsIn,
} from "../../../../test/storage/query-plans.ts"
import { addFamily } from "../../conformance/family.ts"
import { usageWork } from "../../conformance/usage-work.ts"
import type { Engine } from "../engine.ts"
import { usageTables } from "../schema/usage-tables.ts"

/** Each once: charts of several ranges have statements that differ in their numbers only. */
async function statementsByWork(engine: Engine): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const { engine: listening, statements } = listeningEngine(engine)
  const { usage, ...store } = storeOn(listening)
  const family = await addFamily({ usage, ...store })
  const byWork = new Map<string, readonly Statement[]>()
  statements.length = 0
  const work = usageWork(usage, family)
  expect(Object.keys(work)).toEqual(expect.arrayContaining(Object.keys(usage)))
  for (const [name, run] of Object.entries(work)) {
    await run()
    byWork.set(name, [...new Map(statements.splice(0).map((statement) => [statement.sql, statement])).values()])
  }
  return byWork
}

describe("statements of usage on SQLite", () => {
  let steps: readonly string[] = []

  test("never scan a table", async () => {
    await using database = await openDatabase("sqlite")
    const byWork = await statementsByWork(database.engine)
    const scans = [...byWork].flatMap(([name, statements]) => {
      const plans = sqlitePlans(database.location, statements)
      if (name === "add") steps = plans.flat()
      return statements.flatMap((statement, index) =>
        scansIn(statement, plans[index] ?? []).map((step) => `${name}: ${step}`),
      )
    })
    expect(scans).toEqual([])
  })

  test("find each label that they add, and the places of its key, alone", () => {
    const labels = steps.filter((step) => /^SEARCH v /.test(step))
    expect(labels.length).toBeGreaterThan(0)
    for (const step of labels) expect(step).toContain("label_hash=?")
    expect(steps.filter((step) => /^SEARCH h /.test(step))).toContain(
      "SEARCH h USING PRIMARY KEY (scope_number=? AND period=? AND key_number=?)",
    )
  })
})

describe("statements of usage on PostgreSQL", () => {
  const plans: { readonly name: string; readonly statement: Statement; readonly nodes: readonly PlanNode[] }[] = []

  beforeAll(async () => {
    await using database = await openDatabase("postgres")
    await using sql = new SQL(database.location, { max: 1 })
    await pretendLargeTables(sql, [...Object.keys(usageTables), "keys"])
    for (const [name, statements] of await statementsByWork(database.engine)) {
      for (const statement of statements) {
        plans.push({ name, statement, nodes: await postgresPlan(sql, statement) })
      }
    }
  })

  test("never scan a table", () => {
    expect(plans.length).toBeGreaterThan(100)
    const scans = plans.flatMap(({ name, statement, nodes }) =>
      wholeReadsIn(nodes).map((node) => ({ name, node, sql: statement.sql.slice(0, 200) })),
    )
    expect(scans).toEqual([])
  })

  test("find each label that they add, and the places of its key, alone", () => {
    const adding = plans.filter(({ name }) => name === "add").flatMap(({ nodes }) => nodes)
    const conditionsOn = (table: string) =>
      adding.flatMap((node) => (node["Relation Name"] === table ? (node["Index Cond"] ?? []) : []))
    const labels = conditionsOn("usage_label_hours")
    expect(labels.length).toBeGreaterThan(0)
    for (const condition of labels) expect(condition).toContain("label_hash")
    const places = conditionsOn("usage_label_places")
    expect(places.length).toBeGreaterThan(0)
    for (const condition of places) expect(condition).toContain("key_number")
  })
})
