import { Database as SqliteFile } from "bun:sqlite"
import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { SQL } from "bun"
import { createDatabase } from "../../../test/services/postgres.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { addFamily, type Family } from "../conformance/family.ts"
import { balanceIdOf } from "../conformance/new-key.ts"
import { mintId, time } from "../conformance/new-objects.ts"
import { everyKey, everything } from "../conformance/whole-lists.ts"
import type { EventFilter, Store } from "../port/store.ts"
import { openPostgres } from "../postgres/engine.ts"
import { openSqlite } from "../sqlite/engine.ts"
import type { Engine } from "./engine.ts"
import { migrate } from "./migrate.ts"
import type { Database } from "./schema.ts"
import { sqlStore } from "./store.ts"

const events: EventFilter = {
  limit: 10,
  before: undefined,
  workspaceId: undefined,
  type: undefined,
  resourceId: undefined,
  actorId: undefined,
  since: undefined,
  until: undefined,
}

type Read = (store: Store, family: Family) => unknown

/** Everything that the service looks up while somebody waits, but for searches, which have to look at every text. */
const reads: Readonly<Record<string, Read>> = {
  "credentials.find": (store, { key }) => store.credentials.find(key.hash),
  "credentials.find of a root key": (store, { rootKey }) => store.credentials.find(rootKey.hash),
  "credentials.findImported": (store) => store.credentials.findImported({ whole: "hash", longToken: undefined }),
  "credentials.findImported of a prefixed key": (store) =>
    store.credentials.findImported({ whole: "hash", longToken: "long" }),
  "verification.find": (store, { key }) => store.verification.find(key.workspaceId, key.hash),
  "verification.findPrefixed": (store, { key }) =>
    store.verification.findPrefixed(key.workspaceId, { whole: "hash", longToken: "long" }),
  "reserved.keyHashes": (store, { key }) => store.reserved.keyHashes(key.workspaceId, [key.hash, "other"]),
  "reserved.rootKeyHashes": (store, { key }) => store.reserved.rootKeyHashes([key.hash, "other"]),
  "credits.spend of nothing": (store, { key }) =>
    store.credits.spend({ balanceId: balanceIdOf(key), cost: 0, now: time }),
  "usage.verificationsIn": (store, { workspace }) => store.usage.verificationsIn(workspace.id, "2026-11"),
  "workspaces.find": (store, { workspace }) => store.workspaces.find(workspace.id),
  "workspaces.hasExisted": (store, { workspace }) => store.workspaces.hasExisted(workspace.id),
  "rootKeys.find": (store, { workspace, rootKey }) => store.rootKeys.find(workspace.id, rootKey.id),
  "rootKeys.list": (store, { workspace }) => store.rootKeys.list(workspace.id, everything),
  "rootKeys.list after": (store, { workspace }) => store.rootKeys.list(workspace.id, { ...everything, after: "rk" }),
  "rootKeys.listUsableOwners": (store, { workspace }) => store.rootKeys.listUsableOwners(workspace.id, time, 2),
  "apis.find": (store, { workspace, api }) => store.apis.find(workspace.id, api.id),
  "apis.list": (store, { workspace }) => store.apis.list(workspace.id, everything),
  "apis.list after": (store, { workspace }) => store.apis.list(workspace.id, { ...everything, after: "api" }),
  "identities.find": (store, { workspace, identity }) => store.identities.find(workspace.id, identity.id),
  "identities.findByExternalId": (store, { workspace, identity }) =>
    store.identities.findByExternalId(workspace.id, identity.externalId),
  "identities.listByExternalIds": (store, { workspace, identity }) =>
    store.identities.listByExternalIds(workspace.id, [identity.externalId, "other"]),
  "identities.list": (store, { workspace }) => store.identities.list(workspace.id, everything),
  "identities.list after": (store, { workspace }) =>
    store.identities.list(workspace.id, { ...everything, after: "id" }),
  "identities.count": (store, { workspace }) => store.identities.count(workspace.id),
  "balances.listByIds": (store, { workspace, key }) => store.balances.listByIds(workspace.id, [balanceIdOf(key)]),
  "balances.listKeyIds": (store, { workspace, key }) => store.balances.listKeyIds(workspace.id, balanceIdOf(key), 10),
  "keys.find": (store, { workspace, key }) => store.keys.find(workspace.id, key.id),
  "keys.list": (store, { workspace }) => store.keys.list(workspace.id, everyKey),
  "keys.list after": (store, { workspace }) => store.keys.list(workspace.id, { ...everyKey, after: "key" }),
  "keys.list of an API": (store, { workspace, api }) => store.keys.list(workspace.id, { ...everyKey, apiId: api.id }),
  "keys.list of an identity": (store, { workspace, identity }) =>
    store.keys.list(workspace.id, { ...everyKey, identityId: identity.id }),
  "keys.list of an external identifier": (store, { workspace, identity }) =>
    store.keys.list(workspace.id, { ...everyKey, externalId: identity.externalId }),
  "keys.list of an external identifier in an API": (store, { workspace, api, identity }) =>
    store.keys.list(workspace.id, { ...everyKey, apiId: api.id, externalId: identity.externalId, after: "key" }),
  "keys.count": (store, { workspace }) => store.keys.count(workspace.id),
  "keys.countUnexpired": (store, { workspace }) => store.keys.countUnexpired(workspace.id, time),
  "permissions.find": (store, { workspace, permission }) => store.permissions.find(workspace.id, permission.id),
  "permissions.findBySlug": (store, { workspace, permission }) =>
    store.permissions.findBySlug(workspace.id, permission.slug),
  "permissions.listNamed": (store, { workspace, permission }) =>
    store.permissions.listNamed(workspace.id, [permission.id, permission.slug]),
  "permissions.list": (store, { workspace }) => store.permissions.list(workspace.id, everything),
  "permissions.list after": (store, { workspace }) =>
    store.permissions.list(workspace.id, { ...everything, after: "perm" }),
  "roles.find": (store, { workspace, role }) => store.roles.find(workspace.id, role.id),
  "roles.findByName": (store, { workspace, role }) => store.roles.findByName(workspace.id, role.name),
  "roles.listNamed": (store, { workspace, role }) => store.roles.listNamed(workspace.id, [role.id, role.name]),
  "roles.list": (store, { workspace }) => store.roles.list(workspace.id, everything),
  "roles.list after": (store, { workspace }) => store.roles.list(workspace.id, { ...everything, after: "role" }),
  "roles.countPermissions": (store, { workspace, role }) =>
    store.roles.countPermissions(workspace.id, [role.id, role.name]),
  "roles.countPermissionsUpTo": (store, { workspace }) => store.roles.countPermissionsUpTo(workspace.id, 10),
  "roles.countPermissionsByRole": (store, { role }) => store.roles.countPermissionsByRole([role.id, "other"]),
  "roles.countHoldersUpTo": (store, { role }) => store.roles.countHoldersUpTo(role.id, 10),
  "roles.listHoldersWithMore": (store, { role }) => store.roles.listHoldersWithMore(role.id, 5, 10),
  "roles.listHoldings": (store, { key }) => store.roles.listHoldings([key.id, "other"]),
  "roles.listPermissionIdsBeside": (store, { key, role }) => store.roles.listPermissionIdsBeside(key.id, role.id),
  "namespaces.find": (store, { workspace, namespace }) => store.namespaces.find(workspace.id, namespace.id),
  "namespaces.findByName": (store, { workspace, namespace }) =>
    store.namespaces.findByName(workspace.id, namespace.name),
  "namespaces.findDeleted": (store, { workspace, namespace }) =>
    store.namespaces.findDeleted(workspace.id, namespace.name),
  "namespaces.list": (store, { workspace }) => store.namespaces.list(workspace.id, everything),
  "namespaces.list after": (store, { workspace }) =>
    store.namespaces.list(workspace.id, { ...everything, after: "rlns" }),
  "overrides.find": (store, { namespace, override }) => store.overrides.find(namespace.id, override.identifier),
  "overrides.list": (store, { namespace }) => store.overrides.list(namespace.id, everything),
  "overrides.list after": (store, { namespace }) =>
    store.overrides.list(namespace.id, { ...everything, after: "rlor" }),
  "overrides.listPatterns": (store, { namespace }) => store.overrides.listPatterns(namespace.id),
  "overrides.listEqual": (store, { namespace }) => store.overrides.listEqual(namespace.id, ["one", "two"]),
  "overrides.matcherFor": (store, { namespace }) => store.overrides.matcherFor(namespace.id, ["one", "two"]),
  "overrides.count": (store, { namespace }) => store.overrides.count(namespace.id),
  "overrides.countPatterns": (store, { namespace }) => store.overrides.countPatterns(namespace.id),
  "migrations.find": (store, { workspace, migration }) => store.migrations.find(workspace.id, migration.id),
  "migrations.list": (store, { workspace }) => store.migrations.list(workspace.id, everything),
  "events.list": (store, { workspace }) => store.events.list({ ...events, workspaceId: workspace.id }),
  "events.list before": (store, { workspace }) =>
    store.events.list({ ...events, workspaceId: workspace.id, before: 2 ** 40 }),
  "events.list by everything": (store, { workspace, key }) =>
    store.events.list({
      ...events,
      workspaceId: workspace.id,
      type: "key.created",
      actorId: "rk_1",
      since: time,
      until: time,
      resourceId: key.id,
    }),
  "events.list of an object": (store, { workspace, key }) =>
    store.events.list({ ...events, workspaceId: workspace.id, resourceId: key.id }),
  "events.list of an object anywhere": (store, { key }) => store.events.list({ ...events, resourceId: key.id }),
  "events.listChain": (store, { workspace }) => store.events.listChain(workspace.id, 5, 10),
  "events.findChainEnd": (store, { workspace }) => store.events.findChainEnd(workspace.id),
}

const names = Object.keys(reads)

/** Those that hand out pages: they have to walk an index in its order and stop at the limit. */
const isPage = (name: string) => /\.list( |$)/.test(name)

/** Those that may look at all that belongs to a workspace. */
const isWhole = (name: string) =>
  isPage(name) ||
  /\.(count|countUnexpired|countPatterns|countPermissionsUpTo|listUsableOwners|listChain|findChainEnd)$/.test(name)

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A store that notes every statement it reads with. */
function listeningStore(engine: Engine): { readonly store: Store; readonly statements: Statement[] } {
  const statements: Statement[] = []
  const listen = (db: Database): Database => {
    const compiler = db.getExecutor()
    return db.withPlugin({
      transformQuery({ node, queryId }) {
        statements.push(compiler.compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
  }
  const [reader, pointReader] = [listen(engine.reader), listen(engine.pointReader)]
  return { store: sqlStore({ ...engine, reader, pointReader }, () => mintId("evt")), statements }
}

/** In the order in which they are compiled. */
const compiledReads = ["verification.find", "verification.findPrefixed"]

async function statementsByRead(engine: Engine): Promise<ReadonlyMap<string, readonly Statement[]>> {
  await migrate(engine)
  const { store, statements } = listeningStore(engine)
  const family = await addFamily(store)
  const byRead = new Map<string, readonly Statement[]>()
  // Compiled once and for all when the store was made.
  const compiled = new Map(statements.splice(0).map((statement, index) => [compiledReads[index] ?? "", statement]))
  for (const [name, read] of Object.entries(reads)) {
    await read(store, family)
    const statement = compiled.get(name)
    byRead.set(name, statement === undefined ? statements.splice(0) : [statement])
  }
  return byRead
}

describe("queries on SQLite", () => {
  const plans = new Map<string, readonly (readonly string[])[]>()

  beforeAll(async () => {
    const folder = temporaryFolder()
    const path = join(folder.path, "keyward.db")
    const engine = openSqlite(path)
    const statements = await statementsByRead(engine)
    const file = new SqliteFile(path)
    for (const [name, some] of statements) plans.set(name, some.map(explain))
    file.close()
    await engine.close()
    folder.remove()

    function explain({ sql }: Statement): readonly string[] {
      const steps = file.query<{ detail: string }, []>(`explain query plan ${sql}`).all()
      return steps.map(({ detail }) => detail)
    }
  })

  test.each(names)("%s never goes through a whole table", (name) => {
    const steps = (plans.get(name) ?? []).flat()
    expect(steps).not.toEqual([])
    const made = steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(step)?.[1] ?? [])
    expect(steps.filter((step) => step.startsWith("SCAN") && !made.includes(step.slice(5)))).toEqual([])
  })

  test.each(names.filter(isPage))("%s stops at its limit", (name) => {
    const [page = []] = plans.get(name) ?? []
    expect(page.filter((step) => step.startsWith("USE TEMP B-TREE"))).toEqual([])
  })

  test.each(names.filter((name) => !isWhole(name)))("%s looks at no more than what it is asked for", (name) => {
    const steps = (plans.get(name) ?? []).flat().filter((step) => !step.includes("ratelimit_override_patterns_live"))
    expect(steps.filter((step) => /\((workspace_id|namespace_id)=\?\)/.test(step))).toEqual([])
  })

  test.each([
    ["keys.list of an API", "keys_by_api"],
    ["keys.list of an identity", "keys_by_identity"],
    ["keys.list of an external identifier", "keys_by_identity"],
    ["keys.list of an external identifier in an API", "keys_by_identity"],
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
  readonly Plans?: readonly Node[]
}

describe("queries on PostgreSQL", () => {
  const plans = new Map<string, readonly Node[]>()

  beforeAll(async () => {
    const database = await createDatabase()
    const engine = openPostgres(database.url)
    const statements = await statementsByRead(engine)
    const sql = new SQL(database.url, { max: 1 })
    // Tables are small in tests: with this the planner goes through one only where no index helps.
    await sql.unsafe("set enable_seqscan = off")
    for (const [name, some] of statements) {
      const nodes: Node[] = []
      for (const { sql: text, parameters } of some) {
        const [explained] = await sql.unsafe(`explain (format json) ${text}`, [...parameters])
        nodes.push(explained["QUERY PLAN"][0].Plan)
      }
      plans.set(name, nodes)
    }
    await sql.close()
    await engine.close()
    await database.drop()
  })

  test.each(names)("%s finds its rows by an index", (name) => {
    const nodes = (plans.get(name) ?? []).flatMap(flat)
    expect(nodes).not.toEqual([])
    const scans = nodes.filter((node) => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"]))
    expect(scans.filter((node) => node["Index Cond"] === undefined)).toEqual([])
  })
})

function flat(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}
