import { afterAll } from "bun:test"
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { type Ran, runHere } from "../cli/cli.ts"
import { startKeyward } from "../harness/harness.ts"
import { testFolder } from "../services/test-folder.ts"

export const hex = (text: string): string => createHash("sha256").update(text).digest("hex")

/** A service on PostgreSQL into which the tests of one file import keys. */
export async function startImportTarget() {
  const { newPath } = testFolder()
  const server = await startKeyward({ engine: "postgres" })
  afterAll(() => server.stop())
  return {
    server,
    newPath,
    run: (...args: string[]): Promise<Ran> =>
      runHere(["import", ...args], { env: { KEYWARD_DATABASE_URL: server.storage } }),
    verify: (key: string, more = {}) => server.ok("keys.verifyKey", { key, ...more }),
    newApi: async (): Promise<string> => (await server.ok("apis.createApi", { name: "Imported" })).apiId,
    /** Creates a file with this text. */
    written(text: string): string {
      const path = newPath(".csv")
      writeFileSync(path, text)
      return path
    },
  }
}
