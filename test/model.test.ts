/**
 * The whole service against a small model of it: random sequences of operations, with verifications before, during and
 * after each, on one real server for each engine. A sequence has a workspace of its own and moves the clock itself.
 *
 * By default this takes about a minute. KEYWARD_TEST_MODEL_RUNS=20000 runs that many sequences on each engine instead,
 * however long it takes.
 *
 * A failure prints the sequence, `seed`, `path` and `replayPath`. To run it again, and nothing else:
 *
 *   KEYWARD_TEST_MODEL_SEED=<seed> KEYWARD_TEST_MODEL_PATH=<path> KEYWARD_TEST_MODEL_REPLAY=<replayPath> \
 *     npm test -- test/model.test.ts -t <engine>
 *
 * Calls that are made at the same time may fall in another order when they are run again; without a path the same seed
 * gives them more chances.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { withRecordedEvents } from "../src/app.ts"
import { auditChain } from "../src/audit.ts"
import { readConfig } from "../src/config.ts"
import { codes } from "../src/contract/verification.ts"
import { engines, startKeyward, type TestServer } from "./harness.ts"
import { beginning } from "./model/clock.ts"
import { command } from "./model/commands.ts"
import type { Real } from "./model/real.ts"
import { begin, end } from "./model/sequence.ts"

const {
  KEYWARD_TEST_MODEL_RUNS: runs,
  KEYWARD_TEST_MODEL_SEED: seed,
  KEYWARD_TEST_MODEL_PATH: path,
  KEYWARD_TEST_MODEL_REPLAY: replayPath,
} = process.env

/** The engine that answers from memory gets most of the time. */
const timeLimitMs = { sqlite: 45_000, postgres: 15_000 }
const hourMs = 3_600_000

describe.each([...engines])("a model of the service on %s", (engine) => {
  const clock = { now: Date.UTC(2027, 0, 1) }
  let server: TestServer
  let real: Real
  beforeAll(async () => {
    server = await startKeyward({ engine, clock })
    real = { server, clock, tally: new Map(), trace: [] }
  })
  afterAll(() => server.stop())

  const parameters = {
    ...(runs === undefined
      ? { numRuns: 100_000, interruptAfterTimeLimit: timeLimitMs[engine] }
      : { numRuns: Number(runs) }),
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(path !== undefined && { path, endOnFailure: true }),
  }
  const sequences = fc.commands([command], {
    maxCommands: 40,
    size: "max",
    ...(replayPath !== undefined && { replayPath }),
  })

  test(
    "answers as the model does, whatever is done in whatever order",
    async () => {
      const property = fc.asyncProperty(beginning, sequences, async (now, commands) => {
        const model = await begin(real, now)
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await end(model, real)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          throw new Error(`${reason}\n\n${real.trace.join("\n")}`, { cause: error })
        }
      })
      await fc.assert(property, parameters)
    },
    hourMs,
  )

  test("gave every verdict there is on the way", () => {
    expect([...real.tally.keys()]).toEqual(expect.arrayContaining([...codes]))
  })

  test("recorded all of it in chains without a fault", async () => {
    const storage = { sqlite: { KEYWARD_DATA_DIR: server.storage }, postgres: { KEYWARD_DATABASE_URL: server.storage } }
    const { config } = readConfig({ environment: storage[engine], flags: [], isTerminal: false })
    await withRecordedEvents(config, async (events) => {
      for (const { workspaceId } of await events.listChains()) {
        const { fault } = await auditChain(events, workspaceId, () => {})
        expect({ workspaceId, fault }).toEqual({ workspaceId, fault: undefined })
      }
    })
  })
})
