import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { engines } from "../../../../test/harness/harness.ts"
import { openEmptyDatabase } from "../../../../test/storage/provide-database.ts"
import { applyStepsUntil } from "../../../../test/upgrade/older-schema.ts"
import { newKey, spent } from "../../conformance/new-key.ts"
import { newApi, newWorkspace, time } from "../../conformance/new-objects.ts"
import { migrate } from "./migrate.ts"

describe.each([...engines])("the step to balances on %s", (name) => {
  test("gives every key that has credits a balance of its own with all that it had, and no other key one", async () => {
    await using database = await openEmptyDatabase(name)
    const { engine, store } = database
    await applyStepsUntil(engine, "0004-hashes-per-workspace")
    const workspace = newWorkspace()
    const api = newApi(workspace.id)
    const keys = Array.from({ length: 4 }, () => newKey(api)) as [Made, Made, Made, Made]
    const [plain, refilled, unlimited, deleted] = keys
    await engine.transaction(async (db) => {
      await sql`insert into workspaces (id, name, enabled, on_exceeded, created_at)
        values (${workspace.id}, 'Acme', 1, 'reject', ${time})`.execute(db)
      await sql`insert into apis (id, workspace_id, name, delete_protection, ip_allowlist, created_at)
        values (${api.id}, ${workspace.id}, 'Payments', 0, '[]', ${time})`.execute(db)
      for (const key of keys) {
        await sql`insert into keys
          (id, workspace_id, api_id, hash, algorithm, start, byte_length, meta, enabled, ip_allowlist, imported, created_at, deleted_at)
          values (${key.id}, ${workspace.id}, ${api.id}, ${key.hash}, 'sha256', 'abcd', 24, '{}', 1, '[]', 0, ${time},
            ${key === deleted ? time : null})`.execute(db)
      }
      const insert = (key: Made, values: ReturnType<typeof sql>) =>
        sql`insert into key_credits values (${key.id}, ${values})`.execute(db)
      await insert(plain, sql`7, null, null, null, null`)
      await insert(refilled, sql`0, 'monthly', 500, 31, ${time + 5}`)
      await insert(deleted, sql`3, 'daily', 10, null, ${time}`)
    })
    expect(await migrate(engine)).toContain("0005-balances")
    const expected = [
      { ...plain, balance: { id: balanceOf(plain), credits: { remaining: 7, refill: null, refillAt: null } } },
      {
        ...refilled,
        balance: {
          id: balanceOf(refilled),
          credits: {
            remaining: 0,
            refill: { interval: "monthly", amount: 500, refillDay: 31 } as const,
            refillAt: time + 5,
          },
        },
      },
      unlimited,
    ]
    for (const key of expected) expect(await store.keys.find(workspace.id, key.id)).toEqual(key)
    expect(await store.balances.listByIds(workspace.id, [balanceOf(deleted)])).toEqual([
      { id: balanceOf(deleted), credits: { remaining: 3, refill: { interval: "daily", amount: 10 }, refillAt: time } },
    ])
    expect(await store.credits.spend({ balanceId: balanceOf(plain), cost: 7, now: time })).toEqual(spent(0))
    expect(await migrate(engine)).toEqual([])
  })
})

type Made = ReturnType<typeof newKey>

function balanceOf({ id }: { readonly id: string }): string {
  return `bal_${id.slice("key_".length)}`
}
