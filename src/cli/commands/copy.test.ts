import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runHere, runProcess } from "../../../test/cli/cli.ts"
import { ask } from "../../../test/requests/ask.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { settingOf } from "../../../test/storage/database.ts"
import {
  addManyRows,
  call,
  copy,
  createInstallation,
  duplicate,
  interruptedCopy,
  serve,
  stop,
} from "../../../test/transfer/copied-installation.ts"

const { newPath: newFolder, path } = testFolder()
const installation = await createInstallation(newFolder())

describe("a copy", () => {
  test("from SQLite to PostgreSQL and back is the same installation in every row", async () => {
    const { data } = installation
    const { url } = await createDatabase()
    const there = await copy(data, url)
    expect(there.code, there.stderr).toBe(0)
    expect(there.stdout).toMatch(/^ {2}keys +1 [0-9a-f]{16} {2}equal$/m)
    expect(there.stdout).toMatch(/\d+ rows copied and verified\.\n2 event chains with \d+ intact events checked\.\n/)
    expect(there.stdout).not.toContain(new URL(url).password)
    const again = newFolder()
    const back = await copy(url, again)
    expect(back.code, back.stderr).toBe(0)
    const places = [{ KEYWARD_DATA_DIR: data }, { KEYWARD_DATABASE_URL: url }, { KEYWARD_DATA_DIR: again }]
    const [original, ...copies] = await Promise.all(places.map((env) => runHere(["audit", "verify"], { env })))
    expect(original).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("all intact.") })
    for (const copied of copies) expect<unknown>(copied).toEqual(original)
    expect(tablesIn(back.stdout)).toEqual(tablesIn(there.stdout))
    expect(tablesIn(there.stdout).length).toBeGreaterThan(20)
  })

  test("is served as the original was: keys, credits, secrets, kept answers, events", async () => {
    const { data, operatorKey, world } = duplicate(installation, newFolder())
    const original = await serve(data)
    const repeated = { "Idempotency-Key": "create-once" }
    const creation = { apiId: world.apiId, recoverable: true }
    const created = await (await call(original, "keys.createKey", creation, world.rootKey, repeated)).json()
    const eventsBefore = await ask(original, "events.listEvents", {}, world.rootKey)
    await stop(original)
    const { url } = await createDatabase()
    const { code, stdout } = await copy(data, url)
    expect(code).toBe(0)
    expect(stdout).toContain("To show 1 recoverable key, use the same KEYWARD_ENCRYPTION_KEY.")

    const copied = await serve(url)
    expect(await ask(copied, "events.listEvents", {}, world.rootKey)).toEqual(eventsBefore)
    expect(await ask(copied, "keys.verifyKey", { key: world.key }, world.rootKey)).toMatchObject({
      code: "VALID",
      credits: 8,
    })
    const shown = await ask(copied, "keys.getKey", { keyId: created.data.keyId, decrypt: true }, world.rootKey)
    expect(shown.plaintext).toBe(created.data.key)
    const replay = await call(copied, "keys.createKey", creation, world.rootKey, repeated)
    expect(await replay.json()).toMatchObject({ data: created.data })
    await ask(copied, "workspaces.createWorkspace", { name: "Another" }, operatorKey)
    await ask(copied, "apis.createApi", { name: "Another" }, world.rootKey)
    await stop(copied)
    const audit = await runHere(["audit", "verify"], { env: { KEYWARD_DATABASE_URL: url } })
    expect(audit.stdout).toMatch(/all intact\.\n$/)
  })

  test("of a backup may be made while the original is served", async () => {
    const { data } = duplicate(installation, newFolder())
    const served = await serve(data)
    const backup = join(path, "rehearsal.db")
    expect((await runHere(["backup", backup, "--data", data])).code).toBe(0)
    const before = readFileSync(backup)
    const target = newFolder()
    const { code, stdout } = await copy(backup, target)
    expect(code).toBe(0)
    expect(stdout).toContain(`To serve the copy: keyward serve --data ${target}`)
    expect(readFileSync(backup).equals(before)).toBe(true)
    await stop(served)
  })

  test.each(["PostgreSQL", "SQLite"])("to %s goes on after it was killed, and misses nothing", async (engine) => {
    const { data } = duplicate(installation, newFolder())
    addManyRows(data, 30_000)
    const newTarget = async () => (engine === "SQLite" ? newFolder() : (await createDatabase()).url)
    const target = await interruptedCopy(data, newTarget, [500, 2_500, 4_500])
    const early = await runProcess(["serve", "--port", "0"], settingOf(target))
    expect(early.code).toBe(1)
    expect(early.stderr).toContain("A copy into this database is not finished.")
    await expectRefusedEverywhere(target)
    const { code, stdout, stderr } = await runProcess(["copy", "--from", data, "--to", target])
    expect(code, stderr).toBe(0)
    const [, resumed = "0"] = stdout.match(/verified, ([\d,]+) rows of them by an earlier run\./) ?? []
    expect(Number(resumed.replaceAll(",", ""))).toBeGreaterThan(4_500)
    expect(stdout).toMatch(/^ {2}verification_counts +30,00\d [0-9a-f]{16} {2}equal$/m)
  })

  test("of a source that was served in between is reported as different, and can start again", async () => {
    const { data, world } = duplicate(installation, newFolder())
    addManyRows(data, 40_000)
    const target = await interruptedCopy(data, newFolder, [400])
    const served = await serve(data)
    await ask(served, "keys.updateKey", { keyId: world.keyId, name: "Changed meanwhile" }, world.rootKey)
    await stop(served)
    const { code, stdout, stderr } = await copy(data, target)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}keys +1 [0-9a-f]{16} {2}DIFFERENT in the target: 1 [0-9a-f]{16}$/m)
    expect(stderr).toContain("run the same command with --restart")
    expect((await runProcess(["serve", "--port", "0"], settingOf(target))).code).toBe(1)
    expect((await copy(data, target, "--restart")).code).toBe(0)
  })
})

test("an address can come from the environment", async () => {
  const { url } = await createDatabase()
  const args = ["copy", "--from", installation.data, "--to", "env:TARGET"]
  expect((await runHere(args, { env: { TARGET: url } })).code).toBe(0)
})

/** A half-copied installation is of no use to any command but the one that finishes it. */
async function expectRefusedEverywhere(storage: string): Promise<void> {
  const file = join(path, `${crypto.randomUUID()}.out`)
  const csv = join(path, `${crypto.randomUUID()}.csv`)
  writeFileSync(csv, "hash\n")
  const isEmbedded = !storage.startsWith("postgres")
  const commands = [
    ["migrate"],
    ["migrate", "--check"],
    ["audit", "verify"],
    ["export", file],
    ["import", "--from", "csv", csv, "--api", "api_any"],
    ["import", "--from", "csv", csv, "--api", "api_any", "--dry-run"],
    ["copy", "--from", storage, "--to", newFolder()],
    ...(isEmbedded ? [["backup", file]] : []),
  ]
  for (const args of commands) {
    const { code, stdout, stderr } = await runHere(args, { env: settingOf(storage) })
    expect({ args, code, stdout, said: stderr.includes("A copy into this database is not finished.") }).toEqual({
      args,
      code: 1,
      stdout: "",
      said: true,
    })
  }
  expect(existsSync(file)).toBe(false)
}

function tablesIn(stdout: string): readonly string[] {
  return stdout.split("\n").filter((line) => line.endsWith("  equal"))
}
