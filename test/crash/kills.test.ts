import { describe, expect, test } from "bun:test"
import { engines } from "../harness/harness.ts"
import { seed } from "../harness/seed.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { queryDatabase } from "../storage/database.ts"
import { type ActorTally, newTally } from "./actor.ts"
import { runLane, sumOf } from "./lane.ts"

const rounds = Number(process.env.KEYWARD_TEST_CRASH_ROUNDS ?? 10)
const timeoutMs = 900_000 + rounds * 2_000

/** Two at a time, so that one starts while the other works. */
const lanes = 2

describe(`ended at random moments, with KEYWARD_TEST_SEED=${seed}`, () => {
  test(
    "a killed server on SQLite keeps every acknowledged write, and no other write partly",
    async () => {
      const folders = Array.from({ length: lanes }, temporaryFolder)
      const tallies = await Promise.all(
        folders.map(({ path }, lane) =>
          runLane({ storage: path, seed: seed + lane * 1_000, rounds: Math.ceil(rounds / lanes), signal: "SIGKILL" }),
        ),
      )
      expectPlenty(tallies.reduce(sumOf, newTally()), rounds)
      for (const folder of folders) folder.remove()
    },
    timeoutMs,
  )

  test(
    "a killed server on PostgreSQL keeps every acknowledged write, and no other write partly",
    async () => {
      const database = await createDatabase()
      const query = (statement: string) => queryDatabase({ storage: database.url }, statement)
      const othersConnected = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
      const fewer = Math.ceil(rounds / 6)
      const afterEnd = async () => {
        while ((await query(`select 1 ${othersConnected}`)).length > 0) await Bun.sleep(5)
        // Another node could work on them, so claims of a killed node expire after 60 seconds, skipped here.
        await query("update idempotency set expires_at = 0 where response is null")
      }
      expectPlenty(await runLane({ storage: database.url, seed, rounds: fewer, signal: "SIGKILL", afterEnd }), fewer)
      await database.drop()
    },
    timeoutMs,
  )

  test.each([...engines])(
    "a stopped server on %s has responded to every write that it stored",
    async (engine) => {
      const place = engine === "sqlite" ? temporaryFolder() : await createDatabase()
      const storage = "url" in place ? place.url : place.path
      const tally = await runLane({ storage, seed, rounds: 4, signal: "SIGTERM" })
      expectPlenty(tally, 4)
      expect(tally.happened).toBe(0)
      await ("url" in place ? place.drop() : place.remove())
    },
    timeoutMs,
  )
})

/** A run without events would prove nothing. */
function expectPlenty({ acknowledged, unanswered, happened }: ActorTally, rounds: number): void {
  console.log(
    `${rounds} rounds: ${acknowledged} writes acknowledged, ${unanswered} not, though ${happened} or more happened`,
  )
  expect(acknowledged).toBeGreaterThan(rounds)
  expect(unanswered).toBeGreaterThan(rounds)
}
