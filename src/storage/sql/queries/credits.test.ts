import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { engines } from "../../../../test/harness/harness.ts"
import { rejection } from "../../../../test/harness/rejection.ts"
import { openDatabase, patience, storeOn, type TestDatabase } from "../../../../test/storage/provide-database.ts"
import { balanceIdOf, limited } from "../../conformance/new-key.ts"
import { time } from "../../conformance/new-objects.ts"
import { addKey } from "../../conformance/stored-objects.ts"
import { StorageUnavailable } from "../../port/unavailable.ts"
import { openPostgres } from "../../postgres/engine.ts"

/** More than one group has, so that the last ones wait behind the first. */
const spendCount = 600

/** Longer than a spend waits behind a group that is refused. */
const lockMs = 5_500

describe.each([...engines])("spends from a balance that another program keeps locked on %s", (name) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(name)
  })
  afterAll(() => database[Symbol.asyncDispose]())

  /** Locks the file, or the balance, until the returned function runs. */
  const lock = async (balanceId: string): Promise<() => Promise<void>> => {
    if (name === "sqlite") {
      const other = new Database(database.location)
      other.run("begin immediate")
      return async () => other.close()
    }
    const other = new SQL(database.location, { max: 1 })
    await other.unsafe("begin")
    await other`select from balances where id = ${balanceId} for update`
    return () => other.close()
  }

  test("are all refused with the first, those behind it too, and charge nothing", async () => {
    const key = await addKey(database.store, { credits: limited(spendCount) })
    const hasty =
      name === "postgres" ? openPostgres(database.location, { patience: { ...patience, lockMs } }) : undefined
    const store = hasty === undefined ? database.store : storeOn(hasty)
    const spend = () => store.credits.spend({ balanceId: balanceIdOf(key), cost: 1, now: time })
    const unlock = await lock(balanceIdOf(key))
    const spends = Array.from({ length: spendCount }, () => rejection(spend()))
    const [first] = spends
    expect(await first).toBeInstanceOf(StorageUnavailable)
    // A spend that tried again now would succeed.
    await unlock()
    const outcomes = await Promise.all(spends)
    expect(outcomes.filter((error) => error instanceof StorageUnavailable)).toHaveLength(spendCount)
    expect((await store.keys.find(key.workspaceId, key.id))?.balance?.credits?.remaining).toBe(spendCount)
    expect((await spend()).type).toBe("spent")
    await hasty?.close()
  })
})
