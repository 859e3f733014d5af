/**
 * Compares the service with a small model of it: random sequences of operations, with verifications before, during and after
 * each, on one real server per engine. Each sequence has its own workspace and moves the clock.
 *
 * By default this takes about a minute. KEYWARD_TEST_MODEL_RUNS=5000 runs 5000 sequences on each engine, without a time limit.
 *
 * A failure prints the sequence, `seed`, `path` and `replayPath`. To run only that sequence again:
 *
 *   KEYWARD_TEST_MODEL_SEED=<seed> KEYWARD_TEST_MODEL_PATH=<path> KEYWARD_TEST_MODEL_REPLAY=<replayPath> \
 *     npm test -- test/model.test.ts -t "<engine> answers"
 *
 * Concurrent calls may run in another order the next time. If the failure does not return, set only the seed, which runs more
 * sequences.
 */
import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { readConfig } from "../src/config.ts"
import { codes } from "../src/contract/verification.ts"
import { auditChain } from "../src/offline/audit.ts"
import { withRecordedEvents } from "../src/offline/recorded-events.ts"
import { engines } from "./harness.ts"
import { beginning } from "./model/clock.ts"
import type { Real } from "./model/real.ts"
import { command } from "./model/scenes.ts"
import { play } from "./model/sequence.ts"
import { serveKeyward } from "./serve-keyward.ts"

const {
  KEYWARD_TEST_MODEL_RUNS: runs,
  KEYWARD_TEST_MODEL_SEED: givenSeed,
  KEYWARD_TEST_MODEL_PATH: path,
  KEYWARD_TEST_MODEL_REPLAY: replayPath,
} = process.env

const seed = Number(givenSeed ?? Math.floor(Math.random() * 2 ** 31))
/** The engine with the cache gets most of the time. */
const timeLimitMs = { sqlite: 45_000, postgres: 15_000 }
const dayMs = 86_400_000

describe.each([...engines])("a model of the service on %s", (engine) => {
  const clock = { now: Date.UTC(2027, 0, 1) }
  const server = serveKeyward({ engine, clock })
  let real: Real
  beforeAll(async () => {
    real = { server, clock, tally: new Map(), trace: [] }
  })

  test(
    "answers like the model in random sequences of calls",
    async () => {
      let count = 0
      let playing: Promise<void> = Promise.resolve()
      const replay = replayPath === undefined ? {} : { replayPath }
      const sequences = fc.commands([command], { maxCommands: 40, size: "max", ...replay })
      const property = fc.asyncProperty(beginning, sequences, (now, commands) => {
        count += 1
        playing = play(real, now, commands)
        return playing
      })
      const extent = runs === undefined ? { interruptAfterTimeLimit: timeLimitMs[engine] } : {}
      const place = path === undefined ? {} : { path, endOnFailure: true }
      await fc.assert(property, { numRuns: Number(runs ?? 100_000), seed, ...extent, ...place })
      // fast-check does not report the sequence that it interrupts at the time limit.
      await playing.catch((cause) => {
        throw new Error(`{ seed: ${seed}, path: "${count - 1}" }`, { cause })
      })
    },
    runs === undefined ? 3 * timeLimitMs[engine] : dayMs,
  )

  test("returned every code of a verification at least once", () => {
    expect([...real.tally.keys()]).toEqual(expect.arrayContaining([...codes]))
  })

  test("recorded every event in intact chains", async () => {
    const storage = { sqlite: { KEYWARD_DATA_DIR: server.storage }, postgres: { KEYWARD_DATABASE_URL: server.storage } }
    const { config } = readConfig({ environment: storage[engine], isTerminal: false })
    await withRecordedEvents(config, async (events) => {
      for (const { workspaceId } of await events.listChains()) {
        const { fault } = await auditChain(events, workspaceId, () => {})
        expect({ workspaceId, fault }).toEqual({ workspaceId, fault: undefined })
      }
    })
  })
})
