import { describe, expect, test } from "bun:test"
import { type ActorTally, newTally } from "./crash/actor.ts"
import { runLane, sumOf } from "./crash/lane.ts"
import { queryDatabase } from "./database.ts"
import { createDatabase } from "./services/postgres.ts"
import { temporaryFolder } from "./services/temporary-folder.ts"

const rounds = Number(process.env.KEYWARD_TEST_CRASH_ROUNDS ?? 100)
const seed = Number(process.env.KEYWARD_TEST_CRASH_SEED ?? Math.floor(Math.random() * 1_000_000))
const timeoutMs = 60_000 + rounds * 2_000

/** Two at a time, so that one starts while the other works. */
const lanes = 2

describe(`killed at random moments, with KEYWARD_TEST_CRASH_SEED=${seed}`, () => {
  test(
    "SQLite keeps every acknowledged write, and of the others all or nothing",
    async () => {
      const folders = Array.from({ length: lanes }, temporaryFolder)
      const tallies = await Promise.all(
        folders.map(({ path }, lane) =>
          runLane({ storage: path, seed: seed + lane * 1_000, rounds: Math.ceil(rounds / lanes) }),
        ),
      )
      expectPlenty(tallies.reduce(sumOf, newTally()), rounds)
      for (const folder of folders) folder.remove()
    },
    timeoutMs,
  )

  test(
    "PostgreSQL does so too",
    async () => {
      const database = await createDatabase()
      const storage = database.url
      const query = (statement: string) => queryDatabase({ storage }, statement)
      const othersConnected = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
      const pgRounds = Math.ceil(rounds / 10)
      const tally = await runLane({
        storage,
        seed,
        rounds: pgRounds,
        async calm() {
          while ((await query(`select 1 ${othersConnected}`)).length > 0) await Bun.sleep(5)
          // Another node could be at work on them, so claims of a killed one run out by time: 60 seconds, spared here.
          await query("update idempotency set expires_at = 0 where response is null")
        },
      })
      expectPlenty(tally, pgRounds)
      await database.drop()
    },
    timeoutMs,
  )
})

/** A run in which nothing happened would prove nothing. */
function expectPlenty({ acknowledged, unanswered, happened }: ActorTally, rounds: number): void {
  console.log(`${rounds} rounds: ${acknowledged} writes acknowledged, ${unanswered} not, of which ${happened} happened`)
  expect(acknowledged).toBeGreaterThan(rounds)
  expect(unanswered).toBeGreaterThan(rounds)
}
