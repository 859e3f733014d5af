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
import { everyRead, readNames } from "../../conformance/every-read.ts"
import { addFamily } from "../../conformance/family.ts"
import { newKey } from "../../conformance/new-key.ts"
import { newIdentity } from "../../conformance/new-objects.ts"
import { addApi, insert } from "../../conformance/stored-objects.ts"
import type { Store } from "../../port/store.ts"
import type { Engine } from "../engine.ts"

/** Reads of pages. They must walk an index in its order and stop at the limit. */
const isPage = (name: string) => /\.list( |$)/.test(name)

/** Reads that may scan everything in a workspace. */
const isWhole = (name: string) =>
  isPage(name) ||
  /\.(listSorted|summarizeMatching|listMatching|countMatching)( |$)/.test(name) ||
  /\.(count|countUnexpired|countPatterns|countPermissionsUpTo|countObjects|listUsableOwners|listOfPlan|listChain|findChainEnd|findPosition)$/.test(
    name,
  )

async function statementsByRead(engine: Engine): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const { engine: listening, statements } = listeningEngine(engine)
  const store = storeOn(listening)
  const family = await addFamily(store)
  const byRead = new Map<string, readonly Statement[]>()
  statements.length = 0
  for (const [name, read] of Object.entries(everyRead(store, family))) {
    await read()
    byRead.set(name, statements.splice(0))
  }
  return byRead
}

describe("queries on SQLite", () => {
  const plans = new Map<string, readonly (readonly string[])[]>()
  const scans = new Map<string, readonly string[]>()

  beforeAll(async () => {
    await using database = await openDatabase("sqlite")
    for (const [name, some] of await statementsByRead(database.engine)) {
      const ofRead = sqlitePlans(database.location, some)
      plans.set(name, ofRead)
      scans.set(
        name,
        some.flatMap((statement, index) => scansIn(statement, ofRead[index] ?? [])),
      )
    }
  })

  test.each(readNames)("%s never scans a whole table", (name) => {
    expect((plans.get(name) ?? []).flat()).not.toEqual([])
    expect(scans.get(name)).toEqual([])
  })

  test.each(readNames.filter(isPage))("%s stops at its limit", (name) => {
    const [page = []] = plans.get(name) ?? []
    expect(page.filter((step) => step.startsWith("USE TEMP B-TREE"))).toEqual([])
  })

  test.each(readNames.filter((name) => !isWhole(name)))("%s reads no more than it returns", (name) => {
    // A namespace has few patterns, and a workspace has one default plan and one portal.
    const isSmall = (step: string) => /ratelimit_override_patterns_live|plans_default|SEARCH portals/.test(step)
    const steps = (plans.get(name) ?? []).flat().filter((step) => !isSmall(step))
    expect(steps.filter((step) => /\((workspace_id|readNamespace_id)=\?\)/.test(step))).toEqual([])
  })

  test.each([
    ["keys.list of an API", "keys_by_api"],
    ["keys.list of an identity", "keys_by_identity"],
    ["keys.list of an external identifier", "keys_by_identity"],
    ["keys.list of an external identifier in an API", "keys_by_identity"],
    ["keys.list of disabled keys", "keys_disabled"],
    ["keys.countUnexpiredOf", "keys_live_by_identity"],
    ["keys.countOfIdentities", "keys_live_by_identity"],
    ["keys.countOfRoles", "key_roles_by_role_and_key"],
    ["keys.countOfPermissions", "key_permissions_by_permission_and_key"],
    ["keys.countOfPermissions", "key_roles_by_role_and_key"],
    ["plans.isNamed", "identities_by_plan"],
    ["plans.isNamed", "identities_by_next_plan"],
    ["keys.list of expired keys", "keys_with_expiry"],
    ["keys.list of expiring keys, newest first", "keys_with_expiry"],
    ["keys.list of a role", "key_roles_by_role_and_key"],
    ["keys.list of a permission", "key_permissions_by_permission_and_key"],
    ["keys.listSelected of an API", "keys_by_api"],
    ["keys.listSelected of an identity", "keys_by_identity"],
    ["keys.summarizeMatching of an API", "keys_by_api"],
    ["keys.listMatching of a role", "key_roles_by_role_and_key"],
    ["keys.listSorted by name", "keys_by_workspace"],
    ["identities.listSorted by name", "identities_by_workspace"],
    ["identities.listSorted by keys", "keys_live_by_identity"],
    ["overrides.list", "ratelimit_overrides_live"],
    ["overrides.listPatterns", "ratelimit_override_patterns_live"],
    ["overrides.countPatterns", "ratelimit_override_patterns_live"],
    ["overrides.count", "COVERING INDEX ratelimit_overrides_live"],
    ["events.list of an object", "event_resources"],
  ])("%s goes by %s", (name, index) => {
    expect((plans.get(name) ?? []).flat().filter((step) => step.includes(index))).not.toEqual([])
  })
})

describe("queries on PostgreSQL", () => {
  const plans = new Map<string, readonly PlanNode[]>()

  beforeAll(async () => {
    await using database = await openDatabase("postgres")
    await using sql = new SQL(database.location, { max: 1 })
    await pretendLargeTables(sql, ["identities"])
    for (const [name, some] of await statementsByRead(database.engine)) {
      const nodes: PlanNode[] = []
      for (const statement of some) nodes.push(...(await postgresPlan(sql, statement)))
      plans.set(name, nodes)
    }
  })

  test.each(readNames)("%s finds its rows by an index", (name) => {
    const nodes = plans.get(name) ?? []
    expect(nodes).not.toEqual([])
    expect(wholeReadsIn(nodes)).toEqual([])
  })
})

describe("queries on PostgreSQL while an import fills the tables", () => {
  test("look up each hash and external id, although the planner does not know how many the workspace has", async () => {
    await using database = await openDatabase("postgres")
    const store = storeOn(database.engine)
    const api = await addApi(store)
    const identities = Array.from({ length: 3_000 }, () => newIdentity(api.workspaceId))
    const keys = identities.map((identity) => newKey(api, { identity }))
    await insert(store, api.workspaceId, { identities, keys })
    await using sql = new SQL(database.location, { max: 1 })
    const listening = listeningEngine(database.engine)
    const listeningStore = storeOn(listening.engine)
    const indexesOf = async (read: (reads: Store) => Promise<unknown>) => {
      listening.statements.splice(0)
      await read(listeningStore)
      const [statement = { sql: "", parameters: [] }] = listening.statements
      return (await postgresPlan(sql, statement)).flatMap((node) => node["Index Name"] ?? [])
    }
    const some = keys.slice(0, 100)
    const hashes = some.map(({ hash }) => hash)
    const externalIds = some.flatMap(({ identity }) => identity?.externalId ?? [])
    expect(await indexesOf(({ reserved }) => reserved.keyHashes(api.workspaceId, hashes))).toEqual([
      "keys_by_hash",
      "previous_secrets_pkey",
    ])
    expect(await indexesOf((reads) => reads.identities.listByExternalIds(api.workspaceId, externalIds))).toEqual([
      "identities_by_external_id",
    ])
    const ids = identities.slice(0, 100).map(({ id }) => id)
    expect(await indexesOf((reads) => reads.keys.countOfIdentities(api.workspaceId, ids))).toEqual(
      expect.arrayContaining(["keys_live_by_identity"]),
    )
  })
})
