import { describe, expect, test } from "bun:test"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { until } from "../../test/harness/until.ts"
import { testFolder } from "../../test/services/test-folder.ts"
import { settingOf } from "../../test/storage/database.ts"
import { readConfig } from "../config.ts"
import { openSource, openTarget } from "./location.ts"
import { migrateDatabase } from "./migrate.ts"
import { withStore } from "./open-store.ts"

/** Rule 6 of docs/verifier-protocol.md#what-the-server-does, for commands that need no server. */

const folder = testFolder()
const leaseMs = 1_050

const configOf = (path: string) => readConfig({ environment: settingOf(path), isTerminal: false }).config
const open = async (opening: ReturnType<typeof openSource>) => (await opening).close()

/** The others read, or change nothing that a verifier holds: `migrate`, `rotate-encryption` and `setup-link`. */
const commands: Readonly<Record<string, (path: string) => Promise<void>>> = {
  import: (path) => withStore(configOf(path), "exclusive-write", async () => {}),
  "copy --from": (path) => open(openSource({ type: "folder", path })),
  "copy --to": (path) => open(openTarget({ type: "folder", path })),
}

describe.each(Object.entries(commands))("keyward %s", (_name, command) => {
  const measure = async (path: string) => {
    const startedAt = performance.now()
    await command(path)
    return performance.now() - startedAt
  }

  test("ends after the leases that a killed server has lent", async () => {
    const path = folder.newPath()
    await migrateDatabase(configOf(path))
    const mark = join(path, "verifiers.lent")
    writeFileSync(mark, "")
    expect(await measure(path)).toBeGreaterThanOrEqual(leaseMs)
    // Only a server that stops in an orderly way removes the mark.
    expect(existsSync(mark)).toBe(true)
    rmSync(mark)
    // A busy machine may take as long as a lease.
    await until(async () => (await measure(path)) < leaseMs)
  })
})
