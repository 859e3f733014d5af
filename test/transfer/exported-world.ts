import { afterAll, expect } from "bun:test"
import { randomBytes } from "node:crypto"
import { type Ran, runHere } from "../cli/cli.ts"
import { type EngineName, startKeyward, type TestServer } from "../harness/harness.ts"
import { createWorld } from "../harness/world.ts"
import { createDatabase } from "../services/postgres.ts"
import { testFolder } from "../services/test-folder.ts"
import { settingOf } from "../storage/database.ts"
import { type FileLine, linesIn, writeLines } from "./export-file.ts"

export const encryption = { KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64") }

export const run = (args: readonly string[], storage: string, env = {}): Promise<Ran> =>
  runHere(args, { env: { ...encryption, ...settingOf(storage), ...env } })

/** Exports one object of every kind and a recoverable key, for the tests of one file. */
export async function exportWorld() {
  const folder = testFolder()
  const { newPath } = folder
  const server = await startKeyward({ engine: "sqlite", environment: encryption })
  afterAll(() => server.stop())
  const world = await createWorld(server)
  const created = {
    apiId: world.apiId,
    recoverable: true,
    ratelimits: [{ name: "requests", limit: 5, duration: 1000 }],
  }
  const { key: recoverable } = await server.ok("keys.createKey", created, { key: world.rootKey })
  const file = newPath(".ndjson")
  expect((await run(["export", file, "--workspace", world.workspaceId, "--events"], server.storage)).code).toBe(0)
  return {
    folder,
    server,
    world,
    /** Plaintext of a recoverable key. */
    recoverable,
    file,
    /** An empty database without a server. */
    async newInstallation(engine: EngineName = "sqlite"): Promise<string> {
      const storage = engine === "sqlite" ? newPath() : (await createDatabase()).url
      expect((await run(["migrate"], storage)).code).toBe(0)
      return storage
    },
    /** The file with changed lines and a matching trailer. */
    changed(change: (line: FileLine) => FileLine): string {
      const path = newPath(".ndjson")
      writeLines(path, linesIn(file).map(change))
      return path
    },
    verify: (target: TestServer, key: string, rootKey = world.rootKey) =>
      target.ok("keys.verifyKey", { key, credits: { cost: 0 } }, { key: rootKey }),
  }
}

/** Another id of the same form. */
export function idLike(id: string, index: number): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  const digits = [0, 1, 2].map((place) => alphabet[Math.floor(index / 58 ** place) % 58])
  return `${id.slice(0, -4)}${digits.reverse().join("")}1`
}
