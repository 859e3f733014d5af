import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { engines } from "../../../../test/harness/harness.ts"
import { rejection } from "../../../../test/harness/rejection.ts"
import { openDatabase, provideDatabase } from "../../../../test/storage/provide-database.ts"
import { applyStepsUntil } from "../../../../test/upgrade/older-schema.ts"
import { newKey } from "../../conformance/new-key.ts"
import { newHash, time } from "../../conformance/new-objects.ts"
import { addKeys, change } from "../../conformance/stored-objects.ts"
import { everyKey } from "../../conformance/whole-lists.ts"
import type { Engine } from "../engine.ts"
import { migrate, schemaState } from "./migrate.ts"

const [minted, imported, deleted] = [newHash(), newHash(), newHash()]

/** As the version before this step has stored them. */
const rows = [
  `insert into workspaces (id, name, enabled, on_exceeded, created_at) values
     ('ws_one', 'One', 1, 'reject', 1), ('ws_two', 'Two', 1, 'reject', 1)`,
  "insert into event_chains (workspace_id, length, hash) values ('ws_one', 0, ''), ('ws_two', 0, '')",
  `insert into apis (id, workspace_id, name, delete_protection, ip_allowlist, created_at) values
     ('api_one', 'ws_one', 'One', 0, '[]', 1), ('api_two', 'ws_two', 'Two', 0, '[]', 1)`,
  "insert into identities (id, workspace_id, external_id, meta, created_at) values ('id_one', 'ws_one', 'alice', '{}', 1)",
  `insert into keys (id, workspace_id, api_id, identity_id, hash, algorithm, start, prefix, byte_length, name, meta,
     enabled, expires, ciphertext, ip_allowlist, created_at, updated_at, deleted_at) values
     ('key_minted', 'ws_one', 'api_one', 'id_one', '${minted}', 'sha256', 'a_bcde', 'a', 24, 'Minted', '{"a":1}',
       1, ${time + 1}, 'c2VjcmV0', '["10.0.0.0/8"]', ${time}, ${time + 2}, null),
     ('key_imported', 'ws_one', 'api_one', null, '${imported}', 'prefixed_api_key', '', null, null, null, '{}',
       0, null, null, '[]', ${time}, null, null),
     ('key_deleted', 'ws_one', 'api_one', null, '${deleted}', 'sha256', 'bcde', null, 16, null, '{}',
       1, null, null, '[]', ${time}, null, ${time})`,
  "insert into key_credits (key_id, remaining) values ('key_minted', 7)",
  `insert into key_usage (key_id, last_used_at) values ('key_minted', ${time + 3})`,
  `insert into ratelimits (id, key_id, name, limit_count, duration, auto_apply)
     values ('rl_one', 'key_minted', 'requests', 5, 60000, 1)`,
  `insert into permissions (id, workspace_id, slug, name) values
     ('perm_one', 'ws_one', 'read', 'read'), ('perm_two', 'ws_one', 'write', 'write')`,
  "insert into roles (id, workspace_id, name) values ('role_one', 'ws_one', 'writer')",
  "insert into role_permissions (role_id, permission_id) values ('role_one', 'perm_two')",
  "insert into key_permissions (key_id, permission_id) values ('key_minted', 'perm_one')",
  "insert into key_roles (key_id, role_id) values ('key_minted', 'role_one')",
]

async function prepare(engine: Engine): Promise<void> {
  await applyStepsUntil(engine, "0003-commit-marks")
  await engine.transaction(async (db) => {
    for (const row of rows) await sql.raw(row).execute(db)
  })
  await migrate(engine)
}

describe.each([...engines])("the step to hashes per workspace on %s", (name) => {
  const { engine, store } = provideDatabase(name, prepare)
  const apiOne = { id: "api_one", workspaceId: "ws_one" }
  const apiTwo = { id: "api_two", workspaceId: "ws_two" }

  test("leaves nothing to do", async () => {
    expect(await schemaState(engine)).toMatchObject({ pending: [], unknown: [] })
    expect(await migrate(engine)).toEqual([])
  })

  test("keeps every key with its links, and marks the keys without a length as imported", async () => {
    const [first, second, ...others] = await store.keys.list("ws_one", everyKey)
    expect(others).toEqual([])
    expect(first).toMatchObject({ id: "key_imported", hash: imported, imported: true, enabled: false })
    expect(second).toMatchObject({
      id: "key_minted",
      hash: minted,
      imported: false,
      start: "a_bcde",
      prefix: "a",
      byteLength: 24,
      name: "Minted",
      meta: { a: 1 },
      expires: time + 1,
      ciphertext: "c2VjcmV0",
      ipAllowlist: ["10.0.0.0/8"],
      createdAt: time,
      updatedAt: time + 2,
      lastUsedAt: time + 3,
      balance: { id: "bal_minted", credits: { remaining: 7 } },
      identity: { id: "id_one" },
      ratelimits: [{ id: "rl_one" }],
      directPermissions: [{ id: "perm_one" }],
      roles: [{ id: "role_one" }],
    })
    expect(await store.credentials.find(minted)).toMatchObject({ key: { id: "key_minted" } })
    expect(await store.verification.find("ws_one", minted, 0)).toMatchObject({ keyId: "key_minted" })
  })

  test("frees hashes for other workspaces, and not for their own, deleted keys included", async () => {
    for (const hash of [minted, imported, deleted]) {
      expect(await store.reserved.keyHashes("ws_one", [hash])).toEqual(new Set([hash]))
      expect(await rejection(addKeys(store, newKey(apiOne, { hash })))).toBeInstanceOf(Error)
      await addKeys(store, newKey(apiTwo, { hash, imported: true }))
    }
  })

  test("reports a key that an older node stores as imported", async () => {
    const hash = newHash()
    await engine.transaction((db) =>
      sql`insert into keys (id, workspace_id, api_id, hash, algorithm, start, byte_length, meta, enabled, ip_allowlist,
        created_at) values ('key_older', 'ws_two', 'api_two', ${hash}, 'sha256', 'abcd', 24, '{}', 1, '[]', 1)`.execute(
        db,
      ),
    )
    expect(await store.keys.find("ws_two", "key_older")).toMatchObject({ imported: true })
  })

  test("keeps the references: nothing refers to a missing key, and erasing a key erases its links", async () => {
    const orphan = { key_id: "key_nobody", last_used_at: time }
    const inserting = engine.transaction((db) => db.insertInto("key_usage").values(orphan).execute())
    expect(await rejection(inserting)).toBeInstanceOf(Error)
    await change(store, "ws_one", (tx) => tx.keys.erase(["key_minted"]))
    for (const table of ["key_usage", "key_permissions", "key_roles"] as const) {
      expect(await engine.reader.selectFrom(table).select("key_id").execute()).toEqual([])
    }
  })
})

test("a step of the schema that breaks a reference changes nothing on SQLite", async () => {
  await using database = await openDatabase("sqlite")
  const { engine } = database
  const breaking = engine.changeSchema(async (db) => {
    await sql.raw("create table notes (key_id text not null references keys (id))").execute(db)
    await sql.raw("insert into notes values ('key_nobody')").execute(db)
  })
  expect(await rejection(breaking)).toEqual(new Error("A row of notes refers to a row of keys that does not exist."))
  const { rows: left } = await sql`select name from sqlite_master where name = 'notes'`.execute(engine.reader)
  expect(left).toEqual([])
})

test("a step of the schema may take longer than a request on PostgreSQL", async () => {
  await using database = await openDatabase("postgres")
  const { engine } = database
  const timeout = (db: typeof engine.reader) => sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
  expect((await engine.changeSchema(timeout)).rows).toEqual([{ statement_timeout: "0" }])
  expect((await engine.transaction(timeout)).rows).not.toEqual([{ statement_timeout: "0" }])
})
