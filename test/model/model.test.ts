/**
 * Compares the service with a small model of it: random sequences of operations, with verifications before, during and after
 * each, on one real server with SQLite, and on three nodes that share a PostgreSQL and get the calls in turn. Each sequence has
 * its own workspace and moves the clock.
 *
 * By default this takes less than a minute. KEYWARD_TEST_MODEL_RUNS=5000 runs 5000 sequences on each engine.
 *
 * A failure prints the sequence, `seed`, `path` and `replayPath`. To run only that sequence again:
 *
 *   KEYWARD_TEST_SEED=<seed> KEYWARD_TEST_MODEL_PATH=<path> KEYWARD_TEST_MODEL_REPLAY=<replayPath> \
 *     npm test -- test/model/model.test.ts -t "<engine> answers"
 *
 * Concurrent calls may run in another order the next time. If the failure does not return, set only the seed, which runs more
 * sequences.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { readConfig } from "../../src/config.ts"
import { codes } from "../../src/contract/verdicts.ts"
import { auditChain } from "../../src/offline/audit.ts"
import { withRecordedEvents } from "../../src/offline/recorded-events.ts"
import { type Nodes, startClockedNodes } from "../harness/clocked-nodes.ts"
import { engines } from "../harness/harness.ts"
import { seed } from "../harness/seed.ts"
import { beginning } from "./clock.ts"
import type { Real } from "./real.ts"
import { command } from "./scenes.ts"
import { play } from "./sequence.ts"

const {
  KEYWARD_TEST_MODEL_RUNS: runs,
  KEYWARD_TEST_MODEL_PATH: path,
  KEYWARD_TEST_MODEL_REPLAY: replayPath,
} = process.env

/** The engine with the cache gets most of the sequences. A number of sequences, unlike a time limit, suits every machine. */
const sequenceCounts = { sqlite: 60, postgres: 10 }
const nodeCounts = { sqlite: 1, postgres: 3 }
const limitMs = runs === undefined ? 900_000 : 86_400_000
/** Number of times that each verdict, and each outcome of other calls, was returned on either engine. */
const tally: Real["tally"] = new Map()

describe.each([...engines])("a model of the service on %s", (engine) => {
  const clock = { now: Date.UTC(2027, 0, 1) }
  let nodes: Nodes
  let real: Real
  beforeAll(async () => {
    nodes = await startClockedNodes({ engine, count: nodeCounts[engine], clock })
    real = { server: nodes.first, nodes: nodes.all, calls: 0, clock, tally, trace: [] }
  })
  afterAll(() => nodes.stop())

  test(
    "answers like the model in random sequences of calls",
    async () => {
      const replay = replayPath === undefined ? {} : { replayPath }
      const sequences = fc.commands([command], { maxCommands: 40, size: "max", ...replay })
      const property = fc.asyncProperty(beginning, sequences, (now, commands) => play(real, now, commands))
      const place = path === undefined ? {} : { path, endOnFailure: true }
      // Shrinking a failure may take long. Interrupted, it reports the shortest sequence found so far.
      const extent = { interruptAfterTimeLimit: limitMs - 30_000, markInterruptAsFailure: true }
      await fc.assert(property, { numRuns: Number(runs ?? sequenceCounts[engine]), seed, ...extent, ...place })
    },
    limitMs,
  )

  test("recorded every event in intact chains", async () => {
    const { storage } = real.server
    const settings = { sqlite: { KEYWARD_DATA_DIR: storage }, postgres: { KEYWARD_DATABASE_URL: storage } }
    const { config } = readConfig({ environment: settings[engine], isTerminal: false })
    await withRecordedEvents(config, async (events) => {
      for (const { workspaceId } of await events.listChains()) {
        const { fault } = await auditChain(events, workspaceId, () => {})
        expect({ workspaceId, fault }).toEqual({ workspaceId, fault: undefined })
      }
    })
  })
})

test("returned every code of a verification at least once", () => {
  expect([...tally.keys()]).toEqual(expect.arrayContaining([...codes]))
})
