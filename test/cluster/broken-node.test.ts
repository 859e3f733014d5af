import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createRandom } from "../random.ts"
import type { Ask, Asked, Question } from "./ask.ts"
import { createChanger } from "./changer.ts"
import { checkRegisters } from "./check-registers.ts"
import { checkSpends } from "./check-spends.ts"
import { checkTakings } from "./check-takings.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import { newHistory } from "./history.ts"
import { createSpender } from "./spender.ts"
import { createTaker } from "./taker.ts"

/** Real clients and real checkers, and a node that breaks a promise: the proof of the cluster can fail. */
describe("the clients and checkers of the cluster notice a node", () => {
  let cluster: Cluster
  let workspace: Workspace
  beforeAll(async () => {
    cluster = await startCluster(1)
    workspace = await cluster.createWorkspace("Broken")
  }, 120_000)
  afterAll(() => cluster.stop(), 120_000)

  /** All "nodes" are the same one, except that the second one answers in a way of its own. */
  const placeWith = (name: string, second: (asked: () => Promise<Asked>, question: Question) => Promise<Asked>) => {
    const ask: Ask = async (node, question) => {
      const asking = () => cluster.ask(0, question)
      return { ...(await (node === 1 ? second(asking, question) : asking())), node }
    }
    return { name, workspace, nodes: 3, ask, random: createRandom(1), history: newHistory() }
  }
  const untilFound = (find: () => readonly string[]) => {
    const endsAt = performance.now() + 60_000
    return () => find().length > 0 || performance.now() > endsAt
  }

  test("that answers verifications from memory for a tenth of a second too long", async () => {
    const memory = new Map<string, Asked>()
    const place = placeWith("forgetful", async (asking, { operation, body }) => {
      if (operation !== "keys.verifyKey") return asking()
      const name = JSON.stringify(body)
      const known = memory.get(name)
      const startedAt = performance.now()
      if (known !== undefined && startedAt - known.startedAt < 100) return { ...known, startedAt, endedAt: startedAt }
      const asked = await asking()
      memory.set(name, asked)
      return asked
    })
    const find = () => checkRegisters(place.history.changes, place.history.observations)
    await createChanger({ ...place, parts: ["enabled", "meta"] }).run(untilFound(find))
    expect(find().length).toBeGreaterThan(0)
    expect(find().every((found) => found.startsWith("Node 1 "))).toBe(true)
  })

  test("that says VALID without taking a credit", async () => {
    let valid: Asked | undefined
    const place = placeWith("generous", async (asking, { operation }) => {
      if (operation === "keys.verifyKey" && valid !== undefined) return valid
      const asked = await asking()
      if (operation === "keys.verifyKey") valid = asked
      return asked
    })
    const spender = createSpender({ ...place, credits: 20, clients: 2, costs: [1] })
    await spender.run(() => place.history.spends.length > 15)
    expect(checkSpends(await spender.balances(), place.history.spends)).not.toEqual([])
  })

  test("that counts limits for itself", async () => {
    let admitted = 0
    const place = placeWith("lonely", async (asking) => {
      admitted += 1
      const asked = await asking()
      const data = { success: admitted <= 10 }
      return asked.reply === undefined ? asked : { ...asked, reply: { ...asked.reply, status: 200, body: { data } } }
    })
    const taker = createTaker({ ...place, kind: "identifier", limit: 10, clients: 1 })
    await taker.run(() => place.history.takings.length > 40)
    expect(checkTakings(taker.limited, place.history.takings)).not.toEqual([])
  })
})
