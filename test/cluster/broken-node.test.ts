import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createRandom } from "../random.ts"
import type { Ask, Asked, Question } from "./ask.ts"
import { createChanger } from "./changer.ts"
import { checkRegisters } from "./check-registers.ts"
import { checkSpends } from "./check-spends.ts"
import { checkTakings } from "./check-takings.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import { newHistory } from "./history.ts"
import { revocations } from "./revocations.ts"
import { callsOn, revoke } from "./revoke.ts"
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

  /** Answers verifications from memory for a tenth of a second. */
  const tooLong = () => {
    const memory = new Map<string, Asked>()
    return async (asking: () => Promise<Asked>, { operation, body }: Question) => {
      if (operation !== "keys.verifyKey") return asking()
      const name = JSON.stringify(body)
      const known = memory.get(name)
      const startedAt = performance.now()
      if (known !== undefined && startedAt - known.startedAt < 100) return { ...known, startedAt, endedAt: startedAt }
      const asked = await asking()
      memory.set(name, asked)
      return asked
    }
  }

  test("that answers verifications from memory for a tenth of a second too long", async () => {
    const place = placeWith("forgetful", tooLong())
    const find = () => checkRegisters(place.history.changes, place.history.observations)
    await createChanger({ ...place, parts: ["enabled", "meta"] }).run(untilFound(find))
    expect(find().length).toBeGreaterThan(0)
    expect(find().every((found) => found.startsWith("Node 1 "))).toBe(true)
  })

  test("that does so while everybody asks without a pause, whatever was taken away", async () => {
    const verified = revocations.filter(({ by }) =>
      ["keys.deleteKey", "apis.updateApi", "permissions.deleteRole"].includes(by),
    )
    expect(verified.length).toBeGreaterThan(2)
    for (const revocation of verified) {
      const place = placeWith("hammered", tooLong())
      const violations: string[] = []
      for (let round = 0; round < 50 && violations.length === 0; round++) {
        const serial = `hammered-${round}-${crypto.randomUUID().slice(0, 8)}`
        const call = callsOn(cluster.ask, 0, workspace.rootKey)
        const stage = { serial, workspace, createWorkspace: () => cluster.createWorkspace(serial), call }
        violations.push(...(await revoke({ ...place, stage, isOver: () => false }, revocation)).violations)
      }
      expect(violations[0]).toStartWith("Node 1 ")
    }
  })

  test("that answers verifications with a status of 500", async () => {
    const place = placeWith("defective", async (asking) => {
      const asked = await asking()
      return asked.reply === undefined ? asked : { ...asked, reply: { ...asked.reply, status: 500 } }
    })
    const [revocation] = revocations
    if (revocation === undefined) throw new Error("There is no case.")
    const call = callsOn(cluster.ask, 0, workspace.rootKey)
    const stage = { serial: "defective", workspace, createWorkspace: () => cluster.createWorkspace("defective"), call }
    const { violations } = await revoke({ ...place, stage, isOver: () => false }, revocation)
    expect(violations[0]).toStartWith("Node 1 answered keys.verifyKey: ")
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
