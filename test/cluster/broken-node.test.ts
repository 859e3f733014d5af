import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createRandom } from "../harness/random.ts"
import type { ApiRequest, Ask, Attempt } from "./ask.ts"
import { createChanger } from "./changer.ts"
import { checkLimits } from "./check-limits.ts"
import { checkRegisters } from "./check-registers.ts"
import { checkSpends } from "./check-spends.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import { newHistory } from "./history.ts"
import { revocations } from "./revocations.ts"
import { callsOn, revoke } from "./revoke.ts"
import { createSpender } from "./spender.ts"
import { createTaker } from "./taker.ts"

/** Real clients and real checkers find a node that breaks a promise, so the tests of the cluster can fail. */
describe("the clients and checkers of the cluster notice a node", () => {
  let cluster: Cluster
  let workspace: Workspace
  beforeAll(async () => {
    cluster = await startCluster(1)
    workspace = await cluster.createWorkspace("Broken")
  })
  afterAll(() => cluster.stop())

  /** All three nodes are the same one, but the responses of the second one are changed. */
  const optionsWith = (
    name: string,
    second: (send: () => Promise<Attempt>, request: ApiRequest) => Promise<Attempt>,
  ) => {
    const ask: Ask = async (node, request) => {
      const send = () => cluster.ask(0, request)
      return { ...(await (node === 1 ? second(send, request) : send())), node }
    }
    return { name, workspace, nodes: 3, ask, random: createRandom(1), history: newHistory() }
  }
  const untilFound = (find: () => readonly string[]) => {
    const endsAt = performance.now() + 150_000
    return () => find().length > 0 || performance.now() > endsAt
  }

  /** Repeats the response to a verification for half a second, which is longer than a change takes on a busy machine. */
  const tooLong = () => {
    const memory = new Map<string, Attempt>()
    return async (send: () => Promise<Attempt>, { operation, body }: ApiRequest) => {
      if (operation !== "keys.verifyKey") return send()
      const name = JSON.stringify(body)
      const known = memory.get(name)
      const startedAt = performance.now()
      if (known !== undefined && startedAt - known.startedAt < 500) return { ...known, startedAt, endedAt: startedAt }
      const attempt = await send()
      memory.set(name, attempt)
      return attempt
    }
  }

  test("that answers verifications from memory for half a second too long", async () => {
    const options = optionsWith("forgetful", tooLong())
    const find = () => checkRegisters(options.history.changes, options.history.observations)
    await createChanger({ ...options, parts: ["enabled", "meta"] }).run(untilFound(find))
    expect(find().length).toBeGreaterThan(0)
    expect(find().every((found) => found.startsWith("Node 1 "))).toBe(true)
  })

  test("that does so for three kinds of revocation, while clients ask all nodes without a pause", async () => {
    const verified = revocations.filter(({ by }) =>
      ["keys.deleteKey", "apis.updateApi", "permissions.deleteRole"].includes(by),
    )
    expect(verified.length).toBeGreaterThan(2)
    for (const revocation of verified) {
      const options = optionsWith("hammered", tooLong())
      const violations: string[] = []
      for (let round = 0; round < 50 && violations.length === 0; round++) {
        const serial = `hammered-${round}-${crypto.randomUUID().slice(0, 8)}`
        const call = callsOn(cluster.ask, 0, workspace.rootKey)
        const stage = { serial, workspace, createWorkspace: () => cluster.createWorkspace(serial), call }
        violations.push(...(await revoke({ ...options, stage, isOver: () => false }, revocation)).violations)
      }
      expect(violations[0]).toStartWith("Node 1 ")
    }
  })

  test("that responds to verifications with status 500", async () => {
    const options = optionsWith("defective", async (send) => {
      const attempt = await send()
      return attempt.reply === undefined ? attempt : { ...attempt, reply: { ...attempt.reply, status: 500 } }
    })
    const [revocation] = revocations
    if (revocation === undefined) throw new Error("There is no case.")
    const call = callsOn(cluster.ask, 0, workspace.rootKey)
    const stage = { serial: "defective", workspace, createWorkspace: () => cluster.createWorkspace("defective"), call }
    const { violations } = await revoke({ ...options, stage, isOver: () => false }, revocation)
    expect(violations[0]).toStartWith("Node 1 answered keys.verifyKey: ")
  })

  test("that returns VALID without spending a credit", async () => {
    let valid: Attempt | undefined
    const options = optionsWith("generous", async (send, { operation }) => {
      if (operation === "keys.verifyKey" && valid !== undefined) return valid
      const attempt = await send()
      if (operation === "keys.verifyKey") valid = attempt
      return attempt
    })
    const spender = createSpender({ ...options, credits: 20, clients: 2, costs: [1] })
    await spender.run(() => options.history.spends.length > 15)
    expect(checkSpends(await spender.balances(), options.history.spends)).not.toEqual([])
  })

  test("that counts limits separately", async () => {
    let admitted = 0
    const options = optionsWith("lonely", async (send) => {
      admitted += 1
      const attempt = await send()
      const data = { success: admitted <= 10 }
      return attempt.reply === undefined
        ? attempt
        : { ...attempt, reply: { ...attempt.reply, status: 200, body: { data } } }
    })
    const taker = createTaker({ ...options, kind: "identifier", limit: 10, clients: 1 })
    await taker.run(() => options.history.limitedRequests.length > 40)
    expect(checkLimits(taker.limited, options.history.limitedRequests)).not.toEqual([])
  })
})
