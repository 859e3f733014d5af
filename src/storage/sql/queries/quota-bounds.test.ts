import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { openDatabase, storeOn } from "../../../../test/storage/provide-database.ts"
import { time } from "../../conformance/new-objects.ts"
import { addWorkspace } from "../../conformance/stored-objects.ts"
import { hasRoom, raiseBound } from "./quota-bounds.ts"

const hour = 3_600_000

describe.each([...engines])("the bound of a quota on %s", (engine) => {
  test("settles most checks without counting", async () => {
    await using database = await openDatabase(engine)
    const { id: workspaceId } = await addWorkspace(storeOn(database.engine))
    const objects = { count: 10, counts: 0 }
    const check = (limit: number, now = time) =>
      database.engine.transaction((db) =>
        hasRoom(db, {
          workspaceId,
          kind: "keys",
          additional: 1,
          limit,
          now,
          async count() {
            objects.counts += 1
            return objects.count
          },
        }),
      )
    const raise = (by: number) => database.engine.transaction((db) => raiseBound(db, workspaceId, "keys", by))

    // Nothing is known before the first check, and raising it says nothing.
    await raise(5)
    expect([await check(20), objects.counts]).toEqual([true, 1])
    for (let added = 0; added < 9; added += 1) {
      await raise(1)
      expect([await check(20), objects.counts]).toEqual([true, 1])
    }
    // The bound is 19. One more might exceed the limit, so the objects are counted, and there are fewer.
    await raise(1)
    expect([await check(20), objects.counts]).toEqual([true, 2])
    expect([await check(20), objects.counts]).toEqual([true, 2])
    // A lower limit, and a bound that is an hour old.
    expect([await check(10), objects.counts]).toEqual([false, 3])
    expect([await check(20, time + hour - 1), objects.counts]).toEqual([true, 3])
    expect([await check(20, time + hour), objects.counts]).toEqual([true, 4])
    objects.count = 20
    await raise(10)
    expect([await check(20, time + hour), objects.counts]).toEqual([false, 5])
  })
})
