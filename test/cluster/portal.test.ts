/**
 * What is taken from customers in the portal is gone on every node when the call returns. KEYWARD_TEST_PORTAL_LOSSES=10000
 * takes as often; `npm run test:long` does.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { type Cluster, startCluster } from "./cluster.ts"
import { createPortalLoop } from "./portal-loop.ts"
import { losses } from "./portal-losses.ts"

const nodes = 3
const patienceMs = 7_200_000
/** Side by side, each with a workspace of its own, because a round waits more than it works. */
const lanes = 4
const rounds = Number(process.env.KEYWARD_TEST_PORTAL_LOSSES ?? 2 * losses.length)

describe(`three nodes, with KEYWARD_TEST_SEED=${seed}`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(nodes)
  }, patienceMs)
  afterAll(() => cluster.stop(), patienceMs)

  test(
    "let no customer do or see anything by the state before a loss, whatever was in flight",
    async () => {
      const late: string[] = []
      const roundsOfLane = Math.ceil(rounds / lanes)
      const run = async (lane: number) => {
        const workspace = await cluster.createWorkspace(`Portal ${lane}`)
        const random = createRandom(seed + lane)
        const loop = await createPortalLoop({ ask: cluster.ask, nodes, workspace, random, first: lane * roundsOfLane })
        for (let round = 0; round < roundsOfLane; round += 1) late.push(...(await loop.round()))
        return loop.looks()
      }
      const looks = (await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))).reduce((a, b) => a + b)
      console.log(`${looks} calls of pages after ${lanes * roundsOfLane} losses, ${late.length} of them late`)
      expect(late).toEqual([])
      expect(looks).toBeGreaterThanOrEqual(2 * nodes * rounds)
    },
    patienceMs,
  )
})
