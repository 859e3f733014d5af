import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { until } from "../harness/until.ts"
import { sendRaw } from "../requests/raw-request.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { dataOf, isUnavailable } from "./call.ts"
import { killNode } from "./node.ts"
import { initialCredits, type Scene, setScene } from "./scene.ts"

/** Writes wait at least this long. */
const waitsMs = 4_500

/** A lock on the database file blocks the writer in the same way as a stalled disk. */
describe("a stalled disk", () => {
  const folder = temporaryFolder()
  let scene: Scene
  let spent = 0
  let created = 0

  beforeAll(async () => {
    scene = await setScene(folder.path)
  })
  afterAll(async () => {
    await killNode(scene.node)
    folder.remove()
  })

  const stallDisk = () => {
    const file = new Database(join(folder.path, "keyward.db"))
    file.run("pragma busy_timeout = 5000")
    file.run("begin immediate")
    return {
      release() {
        file.run("rollback")
        file.close()
      },
    }
  }
  const spends = (count = 30) =>
    Array.from({ length: count }, () => scene.call("keys.verifyKey", { key: scene.rich.key }))
  const creations = () => Array.from({ length: 5 }, () => scene.call("keys.createKey", { apiId: scene.apiId }))
  const keyCount = async () => (await dataOf(scene.call("apis.listKeys", { apiId: scene.apiId }))).length

  /** Stalls the disk during these rounds. Returns how long, and the replies to the writes. */
  const writeWhileStalled = async (rounds: () => Promise<void>) => {
    const disk = stallDisk()
    const startedAt = performance.now()
    const writing = Promise.all([...spends(), ...creations()])
    let isWritten = false
    writing.then(() => {
      isWritten = true
    })
    await rounds()
    const stalledMs = performance.now() - startedAt
    expect(isWritten && stalledMs < waitsMs).toBe(false)
    disk.release()
    const replies = await writing
    spent += replies.filter((reply) => reply?.body.data?.code === "VALID").length
    created += replies.filter((reply) => reply?.status === 200 && "key" in reply.body.data).length
    return { stalledMs, replies }
  }

  test("delays writes, and nothing else", async () => {
    const readOften = async () => {
      for (let round = 0; round < 20; round += 1) {
        expect(await dataOf(scene.call("keys.verifyKey", { key: scene.plain.key }))).toMatchObject({ code: "VALID" })
        expect(await dataOf(scene.call("keys.getKey", { keyId: scene.plain.keyId }))).toBeDefined()
        expect((await fetch(`${scene.node.url}/readyz`)).status).toBe(200)
      }
    }
    let stalled = await writeWhileStalled(readOften)
    // On a busy machine, the rounds may take longer than writes wait.
    while (stalled.stalledMs >= waitsMs) stalled = await writeWhileStalled(readOften)
    for (const reply of stalled.replies) expect(reply?.status).toBe(200)
    expect(await scene.balance()).toBe(initialCredits - spent)
    expect(await keyCount()).toBe(2 + created)
  })

  test("lets 500 spends of a workspace wait, and refuses the others at once", async () => {
    const disk = stallDisk()
    const request = {
      target: "/v2/keys.verifyKey",
      headers: [
        ["Authorization", `Bearer ${scene.rootKey}`],
        ["Content-Type", "application/json"],
      ],
      body: JSON.stringify({ key: scene.rich.key }),
    } as const
    let refused = 0
    const replying = Array.from({ length: 600 }, async () => {
      const reply = await sendRaw(scene.node, request)
      if (isUnavailable(reply)) refused += 1
      return reply
    })
    // Those that wait are refused too, but after ten seconds.
    await until(
      () => refused >= 100,
      () => `${refused} spends were refused.`,
      9_000,
    )
    disk.release()
    const replies = await Promise.all(replying)
    expect(replies.filter(({ body }) => body.data?.code === "VALID")).toHaveLength(600 - refused)
    spent += 600 - refused
    expect(await scene.balance()).toBe(initialCredits - spent)
    expect(await scene.spend()).toBe("VALID")
    spent += 1
  })

  test("makes every waiting write return 503 and leave no trace", async () => {
    const disk = stallDisk()
    const startedAt = performance.now()
    // One creation takes the turn, and a spend is the next one. Those that come a little later wait behind both.
    const first = [scene.call("keys.createKey", { apiId: scene.apiId }), ...spends(1)]
    await Bun.sleep(200)
    const replies = await Promise.all([...first, ...spends(), ...creations(), ...spends()])
    // The last ones would take 20 s if each had to be refused on its own.
    expect(performance.now() - startedAt).toBeLessThan(18_000)
    disk.release()
    for (const reply of replies) expect(reply && isUnavailable(reply)).toBe(true)
    expect(await scene.spend()).toBe("VALID")
    spent += 1
    expect(await scene.balance()).toBe(initialCredits - spent)
    expect(await keyCount()).toBe(2 + created)
  })
})
