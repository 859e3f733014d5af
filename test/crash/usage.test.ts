import { describe, expect, test } from "bun:test"
import { type ServedCli, startServe } from "../cli/cli.ts"
import { engines } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { ask } from "../requests/ask.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

const operatorKey = "operator-key-of-the-usage-crashes"
const hourMs = 3_600_000
const rounds = 3
const initialCredits = 1_000_000

describe.each([...engines])("usage on %s", (engine) => {
  test("a kill loses at most counts that were not stored yet, and no part of a stored batch", async () => {
    const scene = await openScene(engine, 5)
    const verify = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          scene.ask("keys.verifyKey", { key: scene.keys[index % scene.keys.length], tags: ["a"] }),
        ),
      )
    let least = 0
    let most = 0
    for (let round = 0; round < rounds; round += 1) {
      await verify(20)
      most += 20
      // From here on, everything so far is stored, and a kill cannot lose it.
      least = round === 0 ? await untilStored(scene, most) : (await scene.readUsage()).total
      await verify(15)
      most += 15
      await scene.restart("SIGKILL")
      const { total } = await scene.readUsage()
      expect(total).toBeGreaterThanOrEqual(least)
      expect(total).toBeLessThanOrEqual(most)
      most = total
      for (const groupBy of [["key"], ["api"], ["identity", "code"]]) {
        const { groups } = await scene.readUsage({ groupBy })
        expect(groups.reduce((sum: number, group: { total: number }) => sum + group.total, 0)).toBe(total)
      }
    }
    await verify(7)
    await scene.restart("SIGTERM")
    // A graceful stop loses nothing.
    expect((await scene.readUsage()).total).toBe(most + 7)
    await scene.close()
  })

  test("counts are stored while verifications go on, and a kill loses only those after the last storing, and no credits", async () => {
    const scene = await openScene(engine, 20, { remaining: initialCredits })
    const { answered, sent, stop } = keepVerifying(scene)
    let stored = 0
    for (let round = 0; round < rounds; round += 1) {
      stored = await untilStored(scene, answered() + 50)
    }
    await Promise.all([scene.restart("SIGKILL"), stop()])
    const { total } = await scene.readUsage()
    expect(total).toBeGreaterThanOrEqual(stored)
    const spent = scene.keys.length * initialCredits - (await scene.readBalance())
    expect(spent).toBeGreaterThanOrEqual(answered())
    expect(spent).toBeLessThanOrEqual(sent())
    expect(total).toBeLessThanOrEqual(spent)
    await scene.close()
  })
})

/** Waits until at least as many verifications are stored, and returns their number. */
function untilStored(scene: Scene, least: number): Promise<number> {
  return until(async () => {
    const { total } = await scene.readUsage()
    return total >= least && total
  })
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** A server that can be killed and started again, with keys of one API. */
async function openScene(engine: string, keyCount: number, credits?: { readonly remaining: number }) {
  const folder = temporaryFolder()
  const database = engine === "postgres" ? await createDatabase() : undefined
  const env = {
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_DATA_DIR: folder.path,
    ...(database && { KEYWARD_DATABASE_URL: database.url }),
  }
  let server: ServedCli = await startServe([], env)
  const { rootKey } = await ask(server, "workspaces.createWorkspace", { name: "usage" }, operatorKey)
  const askHere = (operation: string, input: object) => ask(server, operation, input, rootKey)
  const { apiId } = await askHere("apis.createApi", { name: "usage" })
  const created = await Promise.all(
    Array.from({ length: keyCount }, () => askHere("keys.createKey", { apiId, credits })),
  )
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    server.kill(signal)
    await server.exit
  }
  return {
    keys: created.map(({ key }): string => key),
    ask: askHere,
    /** What is stored. */
    readUsage: (more: object = {}) =>
      askHere("usage.getVerifications", { from: Date.now() - hourMs, interval: "total", ...more }),
    async readBalance() {
      const keys = await askHere("apis.listKeys", { apiId })
      return keys.reduce((sum: number, key: { credits: { remaining: number } }) => sum + key.credits.remaining, 0)
    },
    async restart(signal: "SIGTERM" | "SIGKILL") {
      await end(signal)
      server = await startServe([], env)
    },
    async close() {
      await end("SIGTERM")
      await database?.drop()
      folder.remove()
    },
  }
}

/** Verifies keys one after another, until the server is gone. */
function keepVerifying({ keys, ask }: Scene) {
  let answered = 0
  let sent = 0
  const run = async () => {
    for (;;) {
      await ask("keys.verifyKey", { key: keys[sent++ % keys.length] })
      answered += 1
      // The test waits for seconds, and needs some verifications of each, not all that a machine can do.
      await Bun.sleep(5)
    }
  }
  const running = Promise.allSettled([run(), run()])
  return { answered: () => answered, sent: () => sent, stop: () => running }
}
