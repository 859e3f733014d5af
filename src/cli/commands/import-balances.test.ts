import { afterAll, describe, expect, test } from "bun:test"
import { type Ran, runHere } from "../../../test/cli/cli.ts"
import { createApi, createKey, type TestKey } from "../../../test/harness/fixtures.ts"
import { engines, startKeyward, type TestServer } from "../../../test/harness/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { settingOf } from "../../../test/storage/database.ts"
import { linesIn, writeLines } from "../../../test/transfer/export-file.ts"

const folder = testFolder()
const { newPath } = folder

const run = (args: readonly string[], storage: string): Promise<Ran> => runHere(args, { env: settingOf(storage) })

const refill = { interval: "monthly", amount: 100, refillDay: 31 }

/** A line of two keys with credits, one that was made unlimited, a key with credits alone, and one without any. */
async function makeKeys(server: TestServer) {
  const apiId = await createApi(server)
  const reroll = (keyId: string): Promise<TestKey> => server.ok("keys.rerollKey", { keyId, expiration: 86_400_000 })
  const old = await createKey(server, { apiId, credits: { remaining: 10, refill } })
  const made = await reroll(old.keyId)
  const freed = await createKey(server, { apiId, credits: { remaining: 10 } })
  await server.ok("keys.updateKey", { keyId: freed.keyId, credits: null })
  const successor = await reroll(freed.keyId)
  const alone = await createKey(server, { apiId, credits: { remaining: 3 } })
  const unlimited = await createKey(server, { apiId })
  return { old, made, freed, successor, alone, unlimited }
}

const source = await startKeyward({ engine: "sqlite" })
const keys = await makeKeys(source)
const file = newPath()
expect((await run(["export", file, "--workspace", source.workspaceId], source.storage)).code).toBe(0)
afterAll(() => source.stop())

const [first, second] = linesIn(file).filter((line) => line.kind === "key" && line.balance?.credits !== undefined)

function withKeyLine(id: string, changed: object): string {
  const path = newPath()
  writeLines(
    path,
    linesIn(file).map((line) => (line.id === id ? { ...line, ...changed } : line)),
  )
  return path
}

async function newInstallation(engine: (typeof engines)[number]): Promise<string> {
  const storage = engine === "sqlite" ? newPath() : (await createDatabase()).url
  expect((await run(["migrate"], storage)).code).toBe(0)
  return storage
}

/** Serves what was imported. */
async function withServer(storage: string, work: (server: TestServer) => Promise<void>): Promise<void> {
  const [engine, environment] = storage.startsWith("postgres")
    ? (["postgres", { KEYWARD_DATABASE_URL: storage }] as const)
    : (["sqlite", { KEYWARD_DATA_DIR: storage }] as const)
  const server = await startKeyward({ engine, environment })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

describe.each(engines)("balances that are imported on %s", (engine) => {
  const checkSharing = async (server: TestServer, rootKey: string) => {
    const by = { key: rootKey }
    const verify = ({ key }: TestKey, cost: number) => server.ok("keys.verifyKey", { key, credits: { cost } }, by)
    expect(await verify(keys.old, 4)).toMatchObject({ code: "VALID", credits: 6 })
    const { keyId, credits } = await verify(keys.made, 5)
    expect(credits).toBe(1)
    expect((await server.ok("keys.getKey", { keyId }, by)).credits).toEqual({ remaining: 1, refill })
    expect(await verify(keys.old, 2)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 1 })
    expect(await verify(keys.alone, 1)).toMatchObject({ code: "VALID", credits: 2 })
    const freed = await verify(keys.freed, 1_000)
    for (const key of [keys.successor, keys.unlimited]) expect(await verify(key, 1_000)).not.toHaveProperty("credits")
    await server.ok("keys.updateCredits", { keyId: freed.keyId, operation: "set", value: 1 }, by)
    expect(await verify(keys.successor, 1)).toMatchObject({ code: "VALID", credits: 0 })
    expect(await verify(keys.freed, 1)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
    expect(await verify(keys.unlimited, 1_000)).not.toHaveProperty("credits")
  }

  test("are shared by the same keys as before, and a second import finds them there", async () => {
    const storage = await newInstallation(engine)
    for (const expected of ["Imported: 1 workspace, 1 root key, 1 API, 6 keys.", "Imported: nothing."]) {
      expect(await run(["import", file], storage)).toMatchObject({ code: 0, stdout: expect.stringContaining(expected) })
    }
    const back = newPath()
    await run(["export", back, "--workspace", source.workspaceId], storage)
    expect(linesIn(back).slice(1)).toEqual(linesIn(file).slice(1))
    await withServer(storage, (server) => checkSharing(server, source.rootKey))
  })

  test("are shared under new ids too, in another workspace", async () => {
    const storage = await newInstallation(engine)
    let target = { workspaceId: "", rootKey: "" }
    await withServer(storage, async ({ workspaceId, rootKey }) => {
      target = { workspaceId, rootKey }
    })
    const into = ["import", file, "--into", target.workspaceId, "--new-ids"]
    expect((await run([...into, "--dry-run"], storage)).stdout).toContain("Would be imported: 1 API, 6 keys.")
    expect((await run(into, storage)).stdout).toContain("Imported: 1 API, 6 keys.")
    await withServer(storage, (server) => checkSharing(server, target.rootKey))
  })

  test("are refused where the file contradicts itself, or they belong to another workspace", async () => {
    const storage = await newInstallation(engine)
    const refusalOf = async (path: string, ...options: string[]) => {
      const { code, stdout } = await run(["import", path, "--dry-run", ...options], storage)
      return code === 1 ? stdout : "accepted"
    }
    const other = { ...second.balance, credits: { remaining: 5 } }
    expect(await refusalOf(withKeyLine(second.id, { balance: other }))).toContain(
      `key ${second.id} refused: its balance ${other.id} already exists, with different credits.`,
    )
    expect(await refusalOf(withKeyLine(second.id, { balance: { id: second.balance.id } }))).toContain(
      "already exists, with different credits.",
    )
    expect(await refusalOf(withKeyLine(first.id, { balance: { id: "bal_1" } }))).toContain("must be an id such as bal_")

    expect((await run(["import", file], storage)).code).toBe(0)
    const { key, hash } = { key: first, hash: `${"A".repeat(42)}A=` }
    const id = `${first.id.slice(0, -1)}${first.id.endsWith("z") ? "y" : "z"}`
    const newWorkspace = linesIn(file).map((line) => {
      if (line.kind === "header") return { ...line, workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS" }
      if (line.kind === "workspace") return { ...line, id: "ws_1CAiZx1YPnJZtcPxTdBGPS" }
      if (line.kind === "api") return { ...line, id: "api_1CAiZx1YPnJZtcPxTdBGPS" }
      return line.id === key.id ? { ...line, id, hash, apiId: "api_1CAiZx1YPnJZtcPxTdBGPS" } : undefined
    })
    const path = newPath()
    writeLines(
      path,
      newWorkspace.filter((line) => line !== undefined),
    )
    expect(await refusalOf(path)).toContain(
      `key ${id} refused: the id ${first.balance.id} of its balance belongs to another workspace`,
    )
  })
})
