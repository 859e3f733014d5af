import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import fc from "fast-check"
import { createProxiedDatabase, type ProxiedDatabase } from "../../../../test/crash/proxied-database.ts"
import { patience, storeOn } from "../../../../test/storage/provide-database.ts"
import { type Act, runSchedule, schedules } from "../../../../test/storage/run-schedule.ts"
import { scheduleRuns } from "../../conformance/schedules.conformance.ts"
import type { Engine } from "../../sql/engine.ts"
import { migrate } from "../../sql/migrations/migrate.ts"
import { openPostgres } from "../engine.ts"
import { eventsLock } from "./append-statements.ts"

const losses = [
  /** The server ends the session of some transaction. */
  "session",
  /** The server ends a session that has received its commit and waits in it. */
  "session at commit",
  /** The connection breaks before the server receives a commit. */
  "commit",
  /** The connection breaks after the commit, before its reply. */
  "reply to a commit",
] as const

interface Fault {
  readonly loss: (typeof losses)[number]
  /** How many statements of an operator it comes after the first changes. */
  readonly statementsBefore: number
  /** Which of the sessions. */
  readonly choice: number
}

const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc.record({ loss: fc.constantFrom(...losses), statementsBefore: fc.nat({ max: 15 }), choice: fc.nat({ max: 40 }) }),
  { minLength: 1, maxLength: 4 },
)

describe("changes on PostgreSQL whose connections are lost at any moment", () => {
  let database: ProxiedDatabase
  let operator: SQL
  let engines: readonly [Engine, Engine]

  beforeAll(async () => {
    database = await createProxiedDatabase()
    operator = new SQL(database.directUrl, { max: 2 })
    engines = [openPostgres(database.url, { patience }), openPostgres(database.directUrl, { patience })]
    await migrate(engines[0])
  })
  afterAll(async () => {
    for (const engine of engines) await engine.close()
    await operator.close()
    await database.drop()
  })

  const happened = new Set<Fault["loss"]>()
  const endSession = async (choice: number) => {
    const sessions = await operator<
      { pid: number }[]
    >`select pid from pg_stat_activity where datname = current_database()
      and application_name = 'keyward' and backend_xid is not null order by pid`
    const session = sessions[choice % sessions.length]
    if (session !== undefined) await operator`select pg_terminate_backend(${session.pid}, 60000)`
    return session !== undefined
  }
  /** While another session holds this lock, every commit with events waits for it. */
  const holdingCommits = (work: () => Promise<void>) =>
    operator.begin(async (on) => {
      await on`select pg_advisory_xact_lock(${eventsLock})`
      await work()
    })
  const endSessionAtCommit = async () => {
    const waiting = await operator`select pg_terminate_backend(pid, 60000) from pg_locks
      where locktype = 'advisory' and objid = ${eventsLock} and not granted limit 1`
    return waiting.length > 0
  }
  /** Tries until it has happened, or until there is nothing left to disturb. */
  const repeat = async (loss: Fault["loss"], areOver: () => boolean, attempt: () => Promise<boolean>) => {
    while (!areOver()) if (await attempt()) return happened.add(loss)
  }
  const cause = async ({ loss, statementsBefore, choice }: Fault, areOver: () => boolean) => {
    for (let count = 0; count < statementsBefore; count += 1) await operator`select 1`
    if (loss === "session") return repeat(loss, areOver, () => endSession(choice))
    if (loss === "session at commit") {
      return holdingCommits(async () => {
        await repeat(loss, areOver, endSessionAtCommit)
      })
    }
    let isLost = false
    void database.proxy
      .loseNext({ text: "commit\0", what: loss === "commit" ? "request" : "answer", after: "" })
      .then(() => {
        isLost = true
      })
    await repeat(loss, areOver, async () => (await operator`select 1`) && isLost)
    database.proxy.flow()
  }

  test(
    "are stored if that is what their callers hear, and otherwise not at all",
    async () => {
      const [own, foreign] = engines.map(storeOn)
      if (own === undefined || foreign === undefined) throw new Error("There are two nodes.")
      await fc.assert(
        fc.asyncProperty(schedules, faults, (acts, planned) =>
          runSchedule(acts, {
            own,
            foreign,
            async disturb(areOver) {
              for (const fault of planned) await cause(fault, areOver)
            },
          }),
        ),
        { numRuns: scheduleRuns, examples: losses.map(exampleOf) },
      )
      expect([...happened].sort()).toEqual([...losses].sort())
    },
    scheduleRuns * 10_000,
  )
})

/** A schedule in which the loss is sure to happen. */
function exampleOf(loss: Fault["loss"]): [readonly Act[], readonly Fault[]] {
  const acts = Array.from({ length: 60 }, (_, number) => {
    const kind = number % 4 === 0 ? "slow" : "plain"
    return { kind, place: number % 3, rounds: 6, isForeign: false } as const
  })
  return [acts, [{ loss, statementsBefore: 0, choice: 0 }]]
}
