import { describe, expect, test } from "bun:test"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { startServe } from "../cli/cli.ts"
import { until } from "../harness/until.ts"
import { dataFolder } from "../services/data-folder.ts"
import { hangWith } from "./hang-with.ts"

/** Rule 6 of docs/verifier-protocol.md#what-the-server-does. */

describe("on SQLite, after kill -9", () => {
  const environment = { KEYWARD_OPERATOR_KEY: "operator-key-of-the-verifiers" }
  const startIn = async (folder: string) => {
    const server = await startServe([], { ...environment, KEYWARD_DATA_DIR: folder })
    const call = async (operation: string, body: object, key: string) => {
      const response = await fetch(`${server.url}/v2/${operation}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        keepalive: false,
      })
      return (await response.json()).data
    }
    return { server, call }
  }
  /** A server that was killed while a verifier had a lease, and then started again. */
  const startAgain = async (folder: string, beforeStart: (mark: string) => void) => {
    const mark = join(folder, "verifiers.lent")
    const { server, call } = await startIn(folder)
    const { rootKey } = await call("workspaces.createWorkspace", { name: "Test" }, environment.KEYWARD_OPERATOR_KEY)
    const { apiId } = await call("apis.createApi", { name: "Test" }, rootKey)
    const { key, keyId } = await call("keys.createKey", { apiId }, rootKey)
    expect(existsSync(mark)).toBe(false)
    await hangWith(server.url, rootKey, key)
    expect(existsSync(mark)).toBe(true)
    server.kill("SIGKILL")
    await server.exit
    const diedAt = performance.now()
    beforeStart(mark)
    const again = await startIn(folder)
    await again.call("keys.updateKey", { keyId, enabled: false }, rootKey)
    return { mark, server: again.server, answeredAfterMs: performance.now() - diedAt }
  }

  test("the next process answers no change while leases of the killed one may last, and forgets that in an orderly stop", async () => {
    const { mark, server, answeredAfterMs } = await startAgain(dataFolder().path, () => {})
    expect(answeredAfterMs).toBeGreaterThan(1_000)
    server.kill("SIGTERM")
    await server.exit
    expect(existsSync(mark)).toBe(false)
  })

  test("without the mark in the folder, it does", async () => {
    // A busy machine may take longer to start a server than a lease lasts.
    await until(async () => {
      const { server, answeredAfterMs } = await startAgain(dataFolder().path, rmSync)
      server.kill("SIGTERM")
      await server.exit
      return answeredAfterMs < 1_000
    })
  })
})
