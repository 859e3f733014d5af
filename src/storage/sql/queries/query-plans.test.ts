import { Database as SqliteFile } from "bun:sqlite"
import { beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { openDatabase, storeOn } from "../../../../test/storage/provide-database.ts"
import { everyRead, readNames } from "../../conformance/every-read.ts"
import { addFamily } from "../../conformance/family.ts"
import { newKey } from "../../conformance/new-key.ts"
import { newIdentity } from "../../conformance/new-objects.ts"
import { addApi, insert } from "../../conformance/stored-objects.ts"
import type { Store } from "../../port/store.ts"
import { databaseOn as onPostgres } from "../../postgres/database.ts"
import { databaseOn as onSqlite } from "../../sqlite/database.ts"
import type { Engine } from "../engine.ts"
import type { Database } from "../schema/schema.ts"

/** Reads of pages. They must walk an index in its order and stop at the limit. */
const isPage = (name: string) => /\.list( |$)/.test(name)

/** Reads that may scan everything in a workspace. */
const isWhole = (name: string) =>
  isPage(name) ||
  /\.(listSorted|summarizeMatching|listMatching|countMatching)( |$)/.test(name) ||
  /\.(count|countUnexpired|countPatterns|countPermissionsUpTo|countObjects|listUsableOwners|listOfPlan|listChain|findChainEnd)$/.test(
    name,
  )

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A store that collects the statements of its reads, as they are executed. */
function listeningStore(engine: Engine): { readonly store: Store; readonly statements: Statement[] } {
  const statements: Statement[] = []
  const databaseOn = engine.name === "sqlite" ? onSqlite : onPostgres
  const listening = (db: Database) =>
    databaseOn(async (query) => {
      statements.push(query)
      return (await db.executeQuery(query)).rows
    })
  const [reader, usageReader] = [listening(engine.reader), listening(engine.usageReader)]
  const pointReader = listening(engine.pointReader)
  const lookUp: Engine["lookUp"] = (query, parameters) => {
    statements.push({ ...query, parameters })
    return engine.lookUp(query, parameters)
  }
  return { store: storeOn({ ...engine, reader, usageReader, pointReader, lookUp }), statements }
}

async function statementsByRead(engine: Engine): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const { store, statements } = listeningStore(engine)
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

  beforeAll(async () => {
    await using database = await openDatabase("sqlite")
    const file = new SqliteFile(database.location)
    const explain = ({ sql }: Statement) =>
      file
        .query<{ detail: string }, []>(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => detail)
    for (const [name, some] of await statementsByRead(database.engine)) plans.set(name, some.map(explain))
    file.close()
  })

  test.each(readNames)("%s never scans a whole table", (name) => {
    const steps = (plans.get(name) ?? []).flat()
    expect(steps).not.toEqual([])
    const made = steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(step)?.[1] ?? [])
    const scans = steps.filter((step) => step.startsWith("SCAN") && !made.includes(step.slice(5)))
    // The given values are a table too.
    expect(scans.filter((step) => !step.startsWith("SCAN json_each"))).toEqual([])
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

/** As far as it matters here. */
interface Node {
  readonly "Node Type": string
  readonly "Index Cond"?: string
  readonly "Index Name"?: string
  readonly Plans?: readonly Node[]
}

describe("queries on PostgreSQL", () => {
  const plans = new Map<string, readonly Node[]>()

  beforeAll(async () => {
    await using database = await openDatabase("postgres")
    await using sql = new SQL(database.location, { max: 1 })
    // Tables are small in tests: with this setting the planner scans one only where no index helps.
    await sql.unsafe("set enable_seqscan = off")
    // Otherwise a scan of a whole small index costs as little as a look into another.
    await sql.unsafe("update pg_class set reltuples = 10000, relpages = 1 where relname = 'identities'")
    for (const [name, some] of await statementsByRead(database.engine)) {
      const nodes: Node[] = []
      for (const { sql: text, parameters } of some) {
        const [explained] = await sql.unsafe(`explain (format json) ${text}`, [...parameters])
        nodes.push(explained["QUERY PLAN"][0].Plan)
      }
      plans.set(name, nodes)
    }
  })

  test.each(readNames)("%s finds its rows by an index", (name) => {
    const nodes = (plans.get(name) ?? []).flatMap(flat)
    expect(nodes).not.toEqual([])
    const scans = nodes.filter((node) => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"]))
    expect(scans.filter((node) => node["Index Cond"] === undefined)).toEqual([])
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
    const listening = listeningStore(database.engine)
    const indexesOf = async (read: (reads: Store) => Promise<unknown>) => {
      listening.statements.splice(0)
      await read(listening.store)
      const [{ sql: text, parameters } = { sql: "", parameters: [] }] = listening.statements
      const [explained] = await sql.unsafe(`explain (format json) ${text}`, [...parameters])
      return flat(explained["QUERY PLAN"][0].Plan).flatMap((node) => node["Index Name"] ?? [])
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

function flat(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}
