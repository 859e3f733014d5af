import { describe, expect, test } from "bun:test"
import { ask } from "../ask.ts"
import { type ServedCli, startServe } from "../cli.ts"
import { engines } from "../harness.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

const operatorKey = "operator-key-of-the-usage-crashes"
const hourMs = 3_600_000
const rounds = 3

describe.each([...engines])("usage on %s", (engine) => {
  test("a kill loses at most counts that were not stored yet, and no part of a stored batch", async () => {
    const folder = temporaryFolder()
    const database = engine === "postgres" ? await createDatabase() : undefined
    const env = {
      KEYWARD_OPERATOR_KEY: operatorKey,
      KEYWARD_DATA_DIR: folder.path,
      ...(database && { KEYWARD_DATABASE_URL: database.url }),
    }
    let server: ServedCli = await startServe([], env)
    const { rootKey } = await ask(server, "workspaces.createWorkspace", { name: "usage" }, operatorKey)
    const { apiId } = await ask(server, "apis.createApi", { name: "usage" }, rootKey)
    const keys = await Promise.all(Array.from({ length: 5 }, () => ask(server, "keys.createKey", { apiId }, rootKey)))
    const verify = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          ask(server, "keys.verifyKey", { key: keys[index % keys.length].key, tags: ["a"] }, rootKey),
        ),
      )
    const read = (more: object = {}) =>
      ask(server, "usage.getVerifications", { from: Date.now() - hourMs, interval: "total", ...more }, rootKey)
    let least = 0
    let most = 0
    for (let round = 0; round < rounds; round += 1) {
      await verify(20)
      most += 20
      // From here on, everything so far is stored, and a kill cannot lose it.
      least = (await read()).total
      while (round === 0 && least < most) least = (await read()).total
      await verify(15)
      most += 15
      server.kill("SIGKILL")
      await server.exit
      server = await startServe([], env)
      const { total } = await read()
      expect(total).toBeGreaterThanOrEqual(least)
      expect(total).toBeLessThanOrEqual(most)
      most = total
      for (const groupBy of [["key"], ["api"], ["identity", "code"]]) {
        const { groups } = await read({ groupBy })
        expect(groups.reduce((sum: number, group: { total: number }) => sum + group.total, 0)).toBe(total)
      }
    }
    await verify(7)
    server.kill("SIGTERM")
    await server.exit
    server = await startServe([], env)
    // A graceful stop loses nothing.
    expect((await read()).total).toBe(most + 7)
    server.kill("SIGTERM")
    await server.exit
    await database?.drop()
    folder.remove()
  }, 120_000)

  test("a kill costs at most the last second of verifications", async () => {
    const folder = temporaryFolder()
    const database = engine === "postgres" ? await createDatabase() : undefined
    const env = {
      KEYWARD_OPERATOR_KEY: operatorKey,
      KEYWARD_DATA_DIR: folder.path,
      ...(database && { KEYWARD_DATABASE_URL: database.url }),
    }
    let server: ServedCli = await startServe([], env)
    const { rootKey } = await ask(server, "workspaces.createWorkspace", { name: "usage" }, operatorKey)
    const { apiId } = await ask(server, "apis.createApi", { name: "usage" }, rootKey)
    const keys = await Promise.all(Array.from({ length: 20 }, () => ask(server, "keys.createKey", { apiId }, rootKey)))
    const { answered, sent, stop } = verifyWithoutPause(server, { keys: keys.map(({ key }) => key), rootKey })
    // Long enough that the last second is a small part.
    while (answered.length < 200 || (answered.at(-1)?.at ?? 0) - (answered[0]?.at ?? 0) < 3_000) await Bun.sleep(20)
    const killedAt = performance.now()
    server.kill("SIGKILL")
    await Promise.all([server.exit, stop()])
    // A machine that delays responses delays the storing as well.
    const delay = Math.max(...answered.slice(-100).map(({ tookMs }) => tookMs))
    const stored = answered.filter(({ at }) => at < killedAt - 1_000 - 2 * delay).length
    server = await startServe([], env)
    const range = { from: Date.now() - hourMs, interval: "total" }
    const { total } = await ask(server, "usage.getVerifications", range, rootKey)
    expect(total).toBeGreaterThanOrEqual(stored)
    expect(total).toBeLessThanOrEqual(sent())
    server.kill("SIGTERM")
    await server.exit
    await database?.drop()
    folder.remove()
  }, 120_000)
})

interface Verified {
  readonly keys: readonly string[]
  readonly rootKey: string
}

/** Verifies keys one after another, until the server is gone. */
function verifyWithoutPause(server: ServedCli, { keys, rootKey }: Verified) {
  const answered: { readonly at: number; readonly tookMs: number }[] = []
  let sent = 0
  const run = async () => {
    for (;;) {
      const startedAt = performance.now()
      await ask(server, "keys.verifyKey", { key: keys[sent++ % keys.length] }, rootKey)
      answered.push({ at: performance.now(), tookMs: performance.now() - startedAt })
    }
  }
  const running = Promise.allSettled([run(), run()])
  return { answered, sent: () => sent, stop: () => running }
}
