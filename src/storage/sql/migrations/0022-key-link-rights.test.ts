import { beforeAll, describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { type EngineName, engines } from "../../../../test/harness/harness.ts"
import { openDatabase, provideDatabase, type TestDatabase } from "../../../../test/storage/provide-database.ts"
import { keyLinkGrants } from "../../../core/key-link-grants.ts"
import type { RootKey } from "../../../core/model.ts"
import { auditChain } from "../../../offline/audit.ts"
import { mintId, newRootKey, newWorkspace, time } from "../../conformance/new-objects.ts"
import { change, insert } from "../../conformance/stored-objects.ts"
import type { Store } from "../../port/store.ts"
import { openPostgres } from "../../postgres/engine.ts"
import type { Engine } from "../engine.ts"
import { migrate, schemaState } from "./migrate.ts"

const step = "0022-key-link-rights"
const four = Object.values(keyLinkGrants)

/** Makes the step pending, as it is in a database of an earlier version, which has the same tables. */
function forgetStep(engine: Engine) {
  return engine.transaction((db) => sql`delete from schema_migrations where name = ${step}`.execute(db))
}

async function addWorkspace(store: Store): Promise<string> {
  const workspace = newWorkspace()
  await change(store, undefined, async (tx) => {
    await tx.workspaces.insert(workspace)
    const resources = [{ type: "workspace", id: workspace.id }] as const
    tx.record({ type: "workspace.created", workspaceId: workspace.id, resources, changes: { before: null, after: {} } })
  })
  return workspace.id
}

const upgradesOf = (store: Store, resourceId: string) =>
  store.events.list({ ...everyEvent, resourceId, actorId: "upgrade" })
const everyEvent = {
  limit: 100,
  before: undefined,
  workspaceId: undefined,
  types: undefined,
  since: undefined,
  until: undefined,
}

describe.each([...engines])("the step to rights for permissions and roles of keys on %s", (name) => {
  const { engine, store } = provideDatabase(name)
  let workspaceId: string
  let deletedWorkspace: string
  const apiGrant = `api.${mintId("api")}.create_key`
  const rootKey = (members: Partial<RootKey>) => newRootKey(workspaceId, members)
  const find = (id: string) => store.rootKeys.find(workspaceId, id)
  let gaining: readonly RootKey[]
  let keeping: readonly RootKey[]
  let deleted: RootKey
  let lost: RootKey
  let chainBefore: number

  beforeAll(async () => {
    workspaceId = await addWorkspace(store)
    deletedWorkspace = await addWorkspace(store)
    gaining = [
      rootKey({ permissions: ["api.*.create_key"] }),
      rootKey({ permissions: ["api.*.update_key", "event.*.read_event"] }),
      rootKey({ permissions: [apiGrant], enabled: false }),
      rootKey({ permissions: ["api.*.update_key", keyLinkGrants.removeRole], expires: 1, updatedAt: 7 }),
    ]
    keeping = [
      rootKey({ permissions: ["*"] }),
      rootKey({ permissions: ["api.*.read_key", "api.*.verify_key", "root_key.*.update_root_key"] }),
      rootKey({ permissions: ["api.*.create_key", ...four] }),
    ]
    deleted = rootKey({ permissions: ["api.*.create_key"] })
    lost = newRootKey(deletedWorkspace, { permissions: ["api.*.create_key"] })
    await insert(store, workspaceId, { rootKeys: [...gaining, ...keeping, deleted] })
    await insert(store, deletedWorkspace, { rootKeys: [lost] })
    await change(store, workspaceId, (tx) => tx.rootKeys.delete(deleted.id, time))
    await change(store, deletedWorkspace, (tx) => tx.workspaces.delete(deletedWorkspace, time))
    await forgetStep(engine)
    chainBefore = (await store.events.findChainEnd(workspaceId))?.length ?? 0
    expect((await schemaState(engine)).pending).toEqual([step])
    expect(await migrate(engine)).toEqual([step])
  })

  test("gives the four grants to every root key that may create or update keys, enabled and valid or not", async () => {
    for (const before of gaining) {
      const after = await find(before.id)
      const permissions = [...new Set([...before.permissions, ...four])].sort()
      expect(after).toEqual({ ...before, permissions, updatedAt: after?.updatedAt ?? null })
      expect(after?.updatedAt).toBeGreaterThan(time)
    }
  })

  test("leaves all others as they are: with everything, with other grants, and deleted ones", async () => {
    for (const before of keeping) expect(await find(before.id)).toEqual(before)
    for (const { id } of [deleted, lost]) {
      const { rows } = await sql<{ permissions: string }>`select permissions from root_keys where id = ${id}`.execute(
        engine.reader,
      )
      expect(rows).toEqual([{ permissions: '["api.*.create_key"]' }])
    }
  })

  test("records one event for each change, in an intact chain", async () => {
    for (const { id, permissions } of gaining) {
      const added = four.filter((grant) => !permissions.includes(grant))
      expect(await upgradesOf(store, id)).toEqual([
        expect.objectContaining({
          type: "root_key.updated",
          workspaceId,
          actor: { type: "system", id: "upgrade" },
          requestId: null,
          changes: { before: {}, after: { permissions: added.sort() } },
        }),
      ])
    }
    for (const { id } of [...keeping, deleted, lost]) expect(await upgradesOf(store, id)).toEqual([])
    expect(await auditChain(store.events, workspaceId, () => {})).toMatchObject({
      fault: undefined,
      reached: { length: chainBefore + gaining.length },
    })
  })

  test("is done once: what is created or changed later does not gain them", async () => {
    const narrow = rootKey({ permissions: ["api.*.create_key"] })
    const [reduced] = gaining
    if (reduced === undefined) throw new Error("There is a root key.")
    await insert(store, workspaceId, { rootKeys: [narrow] })
    await change(store, workspaceId, (tx) => tx.rootKeys.update(reduced))
    expect(await migrate(engine)).toEqual([])
    for (const root of [narrow, reduced]) expect((await find(root.id))?.permissions).toEqual(root.permissions)
  })
})

describe.each([...engines])("the step with many root keys on %s", (name) => {
  test("is stored in batches, each key once, also if two nodes start together and if one starts again", async () => {
    await using database = await openDatabase(name)
    const { store, engine } = database
    const workspaceIds = [await addWorkspace(store), await addWorkspace(store), await addWorkspace(store)]
    const rootKeys = Array.from({ length: 250 }, (_, index) =>
      newRootKey(workspaceIds[index % 3] ?? "", { permissions: ["api.*.update_key"] }),
    )
    for (const id of workspaceIds) {
      await insert(store, id, { rootKeys: rootKeys.filter(({ workspaceId }) => workspaceId === id) })
    }
    await forgetStep(engine)
    await using other = openSecond(name, database)
    await Promise.all([migrate(engine), migrate(other.engine)])
    await forgetStep(engine)
    await migrate(engine)
    for (const { id, workspaceId } of rootKeys) {
      expect((await store.rootKeys.find(workspaceId, id))?.permissions).toEqual(["api.*.update_key", ...four].sort())
      expect(await upgradesOf(store, id)).toHaveLength(1)
    }
    for (const id of workspaceIds) expect((await auditChain(store.events, id, () => {})).fault).toBeUndefined()
  })
})

/** A second node. Only one process can have the embedded database. */
function openSecond(
  name: EngineName,
  { engine, location }: TestDatabase,
): AsyncDisposable & { readonly engine: Engine } {
  if (name === "sqlite") return { engine, async [Symbol.asyncDispose]() {} }
  const second = openPostgres(location)
  return { engine: second, [Symbol.asyncDispose]: () => second.close() }
}
