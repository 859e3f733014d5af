import { Database } from "bun:sqlite"
import { afterEach, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { createProxiedDatabase } from "../../../test/crash/proxied-database.ts"
import { rejection } from "../../../test/harness/rejection.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { newHash } from "../conformance/new-objects.ts"
import type { IdempotencyKey } from "../port/idempotency.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { openPostgres } from "../postgres/engine.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { idempotencyRecords } from "../sql/queries/idempotency.ts"
import { openSqlite } from "../sqlite/engine.ts"
import { type ReleaseRetries, retryReleases } from "./release-retries.ts"

/** A database that can be taken away and given back. */
interface TestSetup {
  readonly releases: ReleaseRetries
  takeAway(): void
  refund(): Promise<void>
  remove(): Promise<void>
}

/** Another program holds the lock of the file. */
async function onSqlite(): Promise<TestSetup> {
  const folder = temporaryFolder()
  const path = join(folder.path, "keyward.db")
  const engine = openSqlite(path)
  await migrate(engine)
  const other = new Database(path)
  return {
    releases: retryReleases(idempotencyRecords(engine)),
    takeAway: () => void other.run("begin immediate"),
    refund: async () => void other.run("rollback"),
    async remove() {
      other.close()
      await engine.close()
      folder.remove()
    },
  }
}

async function onPostgres(): Promise<TestSetup> {
  const database = await createProxiedDatabase()
  const engine = openPostgres(database.url)
  await migrate(engine)
  return {
    releases: retryReleases(idempotencyRecords(engine)),
    takeAway: database.proxy.cut,
    refund: database.proxy.mend,
    async remove() {
      await engine.close()
      await database.drop()
    },
  }
}

describe.each([
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres],
] as const)("claims of idempotency keys on %s", (_name, open) => {
  let place: TestSetup | undefined
  afterEach(async () => {
    await place?.releases.close()
    await place?.remove()
  })
  const newKey = (): IdempotencyKey => ({ scope: "ws_1", operation: "keys.createKey", keyHash: newHash() })
  const claimIn = ({ releases }: TestSetup, key: IdempotencyKey, claim: string) =>
    releases.records.claim(key, { bodyHash: "body", claim, now: 0, expiresAt: 60_000 })

  /** The first to ask a database that is back may still meet a connection that was cut. */
  const untilClaimed = async (used: TestSetup, key: IdempotencyKey, claim: string): Promise<void> => {
    const state = await claimIn(used, key, claim).catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error
    })
    if (state?.type === "claimed") return
    await Bun.sleep(10)
    return untilClaimed(used, key, `${claim} again`)
  }

  test("that are released while it is away are free once it is back", async () => {
    const used = await open()
    place = used
    const keys = Array.from({ length: 3 }, newKey)
    for (const key of keys) await claimIn(used, key, "first")
    used.takeAway()
    await used.releases.records.release(keys.map((key) => ({ key, claim: "first" })))
    await used.refund()
    for (const key of keys) {
      await untilClaimed(used, key, "second")
      expect(await claimIn(used, key, "third")).toEqual({ type: "running", bodyHash: "body" })
    }
  })

  test("that fail while it is away leave the key to its holder", async () => {
    const used = await open()
    place = used
    const [taken, free] = [newKey(), newKey()]
    await claimIn(used, taken, "first")
    used.takeAway()
    const failing = [claimIn(used, taken, "second"), claimIn(used, free, "second")].map(rejection)
    for (const error of await Promise.all(failing)) expect(error).toBeInstanceOf(StorageUnavailable)
    await used.refund()
    await untilClaimed(used, free, "third")
    expect(await claimIn(used, taken, "third")).toEqual({ type: "running", bodyHash: "body" })
  })

  test("do not prevent a stop while it is away", async () => {
    const used = await open()
    place = used
    used.takeAway()
    await used.releases.records.release([{ key: newKey(), claim: "first" }])
    await used.releases.close()
    await used.refund()
  })
})
