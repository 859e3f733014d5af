import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { chunksOf } from "../../src/core/chunks.ts"
import { executingAtMost } from "../../src/http/server/load-shedding.ts"
import { type ServedCli, startServe } from "../cli/cli.ts"
import type { Reply } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { ask } from "../requests/ask.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { sendRaw } from "../requests/raw-request.ts"
import { testFolder } from "../services/test-folder.ts"

/** Calls of one workspace that hang, beside those of another one. */

const operatorKey = "operator-key-of-the-neighbours"
const overloaded = "503 application/service_unavailable"
const tooManyTests = "429 limits/too_many_test_deliveries"

interface Workspace {
  readonly rootKey: string
  readonly apiId: string
  readonly plainKey: string
  readonly keyWithCredits: string
}

describe("calls that hang", () => {
  const folder = testFolder()
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } })
  let served: ServedCli
  let neighbour: Workspace

  const createWorkspace = async (name: string): Promise<Workspace> => {
    const { rootKey } = await ask(served, "workspaces.createWorkspace", { name }, operatorKey)
    const { apiId } = await ask(served, "apis.createApi", { name: "Payments" }, rootKey)
    const { key: plainKey } = await ask(served, "keys.createKey", { apiId }, rootKey)
    const credits = { remaining: 100_000 }
    const { key: keyWithCredits } = await ask(served, "keys.createKey", { apiId, credits }, rootKey)
    return { rootKey, apiId, plainKey, keyWithCredits }
  }
  beforeAll(async () => {
    served = await startServe([], {
      KEYWARD_DATA_DIR: folder.path,
      KEYWARD_OPERATOR_KEY: operatorKey,
      KEYWARD_WEBHOOK_ALLOW: "127.0.0.0/8",
    })
    neighbour = await createWorkspace("Neighbour")
  })
  afterAll(async () => {
    served.kill("SIGKILL")
    await served.exit
    silent.stop(true)
  })

  const call = (operation: string, body: object, rootKey: string): Promise<Reply> =>
    sendRaw(served, {
      target: `/v2/${operation}`,
      headers: [
        ["Authorization", `Bearer ${rootKey}`],
        ["Content-Type", "application/json"],
      ],
      body: JSON.stringify(body),
    })

  /** Sends the calls in portions, because more in one turn of the event loop count as overload on a slow machine. */
  const flood = async (calls: readonly (() => Promise<Reply>)[]) => {
    const outcomes: string[] = []
    for (const portion of chunksOf(calls, 100)) {
      for (const send of portion) void send().then((reply) => outcomes.push(outcomeOf(reply)))
      await fetch(`${served.url}/v2/liveness`)
    }
    return outcomes
  }

  /** Calls that need a place and one that does not, of a workspace that sends them one after another. */
  const callsOfNeighbour = async (count: number) => {
    const { rootKey, apiId, plainKey } = neighbour
    const outcomes: string[] = []
    for (let index = 0; index < count / 3; index += 1) {
      outcomes.push(outcomeOf(await call("apis.listKeys", { apiId }, rootKey)))
      outcomes.push(outcomeOf(await call("keys.verifyKey", { key: plainKey }, rootKey)))
      outcomes.push(outcomeOf(await call("apis.getApi", { apiId }, rootKey)))
    }
    return outcomes
  }
  const problems = async (): Promise<readonly string[]> => {
    const response = await fetch(`${served.url}/readyz`)
    expect(response.status).toBe(200)
    const { data } = await response.json()
    return (data.problems ?? []).map(({ type }: { readonly type: string }) => type)
  }
  /** A lock on the database file lets every spend wait, as a stalled disk does. */
  const stallDisk = () => {
    const file = new Database(join(folder.path, "keyward.db"))
    file.run("pragma busy_timeout = 5000")
    file.run("begin immediate")
    return () => {
      file.run("rollback")
      file.close()
    }
  }

  test("2,500 test deliveries of one workspace to a silent endpoint refuse no call of another, and two wait", async () => {
    const attacker = await createWorkspace("Attacker")
    const hook = { url: `http://127.0.0.1:${silent.port}/`, types: ["key.created"] }
    const { webhookId } = await ask(served, "webhooks.createWebhook", hook, attacker.rootKey)
    const sendTest = () => call("webhooks.sendTest", { webhookId }, attacker.rootKey)
    const outcomes = await flood(Array(2_500).fill(sendTest))
    await until(() => outcomes.length >= 2_498)
    expect(await callsOfNeighbour(180)).toEqual(Array(180).fill("200"))
    // On a slow machine, the processor may be overloaded for a moment.
    expect(outcomes.filter((outcome) => ![tooManyTests, overloaded].includes(outcome))).toEqual([])
    expect(outcomes.filter((outcome) => outcome === tooManyTests).length).toBeGreaterThan(1_500)
  })

  /** What 180 calls of the neighbour return while these calls hang. */
  const besideHanging = async (calls: readonly (() => Promise<Reply>)[]): Promise<readonly string[]> => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const release = stallDisk()
      const outcomes = await flood(calls)
      await until(() => outcomes.length >= calls.length - executingAtMost)
      const seen = await callsOfNeighbour(180)
      const areHanging = outcomes.length < calls.length - executingAtMost / 4
      release()
      await until(() => outcomes.length === calls.length)
      if (areHanging) return seen
    }
    throw new Error("The machine is so slow that the calls no longer hung when the neighbour was done.")
  }
  const spendOf =
    ({ keyWithCredits, rootKey }: Workspace) =>
    () =>
      call("keys.verifyKey", { key: keyWithCredits }, rootKey)

  test("2,500 spends of one workspace that hang refuse no call of another, and /readyz says that most are refused", async () => {
    const attacker = await createWorkspace("Attacker")
    expect(await besideHanging(Array(2_500).fill(spendOf(attacker)))).toEqual(Array(180).fill("200"))
    expect(await problems()).toEqual(["overloaded"])
  })

  test("sixteen workspaces whose calls hang leave more than 99 of 100 calls of another one alone", async () => {
    const attackers: Workspace[] = []
    for (let index = 0; index < 16; index += 1) attackers.push(await createWorkspace(`Attacker ${index}`))
    const seen = await besideHanging(Array.from({ length: 100 }, () => attackers.map(spendOf)).flat())
    expect(seen.filter((outcome) => outcome !== "200").length).toBeLessThan(2)
  })
})
