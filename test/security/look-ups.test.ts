import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import type { Api, Workspace } from "../../src/core/model.ts"
import { findVerifiableKey } from "../../src/operations/shared/verify/find-verifiable-key.ts"
import { sha256 } from "../../src/secrets/hash.ts"
import { createVault } from "../../src/secrets/vault.ts"
import { cachedStore } from "../../src/storage/cache/cached-store.ts"
import { newKey } from "../../src/storage/conformance/new-key.ts"
import { mintId, newApi, newRootKey, time } from "../../src/storage/conformance/new-objects.ts"
import { addApi, addKeys, addWorkspace, change } from "../../src/storage/conformance/stored-objects.ts"
import type { Store } from "../../src/storage/port/store.ts"
import { openPostgres } from "../../src/storage/postgres/engine.ts"
import type { Engine } from "../../src/storage/sql/engine.ts"
import { migrate } from "../../src/storage/sql/migrations/migrate.ts"
import { sqlStore } from "../../src/storage/sql/store.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"
import { createDatabase } from "../services/postgres.ts"
import { testFolder } from "../services/test-folder.ts"

/**
 * Keys that a caller may not know of are answered alike, and take alike: the same look-ups in the same order. Times
 * themselves would tell more of the machine that runs the test than of the service.
 */

const folder = testFolder()

async function openOnPostgres() {
  const database = await createDatabase()
  const engine = openPostgres(database.url)
  return { engine, close: () => engine.close().then(database.drop) }
}

async function openOnSqlite() {
  const engine = openSqlite(folder.newPath(".db"))
  return { engine, close: () => engine.close() }
}

const vault = createVault({ encryptionKeys: [], installationSecret: randomBytes(32) })
const threeParts = () => `acme_live_${randomBytes(12).toString("hex")}`
const onePart = () => randomBytes(12).toString("hex")

describe.each([
  ["SQLite", openOnSqlite, (store: Store) => store],
  [
    "SQLite with its cache",
    openOnSqlite,
    (store: Store) => cachedStore(store, { maxEntries: 100, maxBytes: 1_000_000 }),
  ],
  ["Postgres", openOnPostgres, (store: Store) => store],
] as const)("looking for a key on %s", (_name, open, wrap) => {
  let opened: { readonly engine: Engine; close(): Promise<void> }
  let store: Store
  let workspace: Workspace
  let covered: Api
  let looks: string[] = []

  beforeAll(async () => {
    opened = await open()
    await migrate(opened.engine)
    store = wrap(sqlStore(opened.engine, () => mintId("evt")))
    workspace = await addWorkspace(store)
    covered = newApi(workspace.id)
    await change(store, workspace.id, (tx) => tx.apis.insert(covered))
  })
  afterAll(() => opened.close())

  const watched = (): Store => ({
    ...store,
    verification: {
      ...store.verification,
      find(workspaceId, hash, now) {
        looks.push("whole")
        return store.verification.find(workspaceId, hash, now)
      },
      findUncached(workspaceId, hash, now) {
        looks.push("whole again")
        return store.verification.findUncached(workspaceId, hash, now)
      },
      findPrefixed(workspaceId, hashes) {
        looks.push("long token")
        return store.verification.findPrefixed(workspaceId, hashes)
      },
    },
  })

  /** The look-ups of the second time, when everything is in memory that ever will be. */
  async function looksFor(key: string): Promise<string[]> {
    for (let round = 0; round < 2; round += 1) {
      looks = []
      const found = await findVerifiableKey({
        input: { key },
        workspace,
        store: watched(),
        vault,
        operatorKeyHash: sha256("the operator key"),
        mayVerify: (apiId) => apiId === covered.id,
        caller: { type: "operator" },
        requestId: "req_test",
        now: time,
      })
      expect(found).toBeUndefined()
    }
    return looks
  }

  /** Every kind of text that is NOT_FOUND to the caller. */
  const kinds: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
    "never seen": async () => {},
    "of another workspace": async (text) => addKeys(store, newKey(await addApi(store), { hash: sha256(text) })),
    "of an API that the caller may not verify": async (text) => {
      const uncovered = newApi(workspace.id)
      await change(store, workspace.id, (tx) => tx.apis.insert(uncovered))
      await addKeys(store, newKey(uncovered, { hash: sha256(text) }))
    },
    deleted: async (text) => {
      const key = newKey(covered, { hash: sha256(text) })
      await addKeys(store, key)
      await change(store, workspace.id, (tx) => tx.keys.delete([key.id], time))
    },
    "of a root key": (text) =>
      change(store, workspace.id, (tx) => tx.rootKeys.insert(newRootKey(workspace.id, { hash: sha256(text) }))),
    "imported into another workspace": async (text) => {
      const hash = sha256(text.split("_").at(-1) ?? "")
      await addKeys(store, newKey(await addApi(store), { hash, algorithm: "prefixed_api_key", imported: true }))
    },
    "imported, but of a root key": async (text) => {
      const { workspaceId } = await addApi(store)
      const rootKey = newRootKey(workspaceId, { hash: sha256(text) })
      await change(store, workspaceId, (tx) => tx.rootKeys.insert(rootKey))
      await addKeys(store, newKey(covered, { hash: sha256(text), imported: true }))
    },
    "imported by its long token, but of a root key": async (text) => {
      const { workspaceId } = await addApi(store)
      const rootKey = newRootKey(workspaceId, { hash: sha256(text) })
      await change(store, workspaceId, (tx) => tx.rootKeys.insert(rootKey))
      const hash = sha256(text.split("_").at(-1) ?? "")
      await addKeys(store, newKey(covered, { hash, algorithm: "prefixed_api_key", imported: true }))
    },
  }

  test.each(Object.entries(kinds))("%s", async (_kind, prepare) => {
    const [long, short] = [threeParts(), onePart()]
    await prepare(long)
    await prepare(short)
    expect(await looksFor(long)).toEqual(["whole", "long token", "whole again"])
    expect(await looksFor(short)).toEqual(["whole"])
  })
})
