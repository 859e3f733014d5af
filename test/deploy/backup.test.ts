import { afterAll, expect, test } from "bun:test"
import { readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeRunFolder } from "../../scripts/test/run-folder.ts"
import { startProcess } from "../services/child-process.ts"
import { findInstalledPostgres, startInstalledPostgres } from "../services/installed-postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

const folder = temporaryFolder()
afterAll(folder.remove)

async function backUp(url: string, programs: string): Promise<number | null> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
    BACKUP_FOLDER: folder.path,
    BACKUP_DAYS: "14",
  }
  return (await startProcess({ command: ["sh", "deploy/backup.sh", "once"], env }).exit).code
}

test("the script of the compose file writes a dump, deletes old ones, and leaves nothing after a failure", async () => {
  // The server from npm has no pg_dump, and another version's pg_dump refuses it.
  const programs = findInstalledPostgres()
  if (programs === undefined) return
  const postgres = await startInstalledPostgres(programs, join(makeRunFolder(), "postgres"))
  try {
    const old = join(folder.path, "keyward-20200101T000000Z.dump")
    const recent = join(folder.path, "keyward-20991231T000000Z.dump")
    for (const path of [old, recent]) writeFileSync(path, "")
    utimesSync(old, 0, 0)
    expect(await backUp(postgres.url, programs)).toBe(0)
    const names = readdirSync(folder.path).sort()
    expect(names).toEqual([expect.stringMatching(/^keyward-\d{8}T\d{6}Z\.dump$/), "keyward-20991231T000000Z.dump"])
    const [made = ""] = names
    const listing = Bun.spawnSync([join(programs, "pg_restore"), "--list", join(folder.path, made)])
    expect(listing.success).toBe(true)
    const wrong = new URL(postgres.url)
    wrong.pathname = "/missing"
    expect(await backUp(wrong.href, programs)).not.toBe(0)
    expect(
      readdirSync(folder.path)
        .filter((name) => name.endsWith(".dump"))
        .sort(),
    ).toEqual(names)
  } finally {
    await postgres.stop()
  }
})
