import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { cpSync, existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { runProcess } from "../cli/cli.ts"
import { until } from "../harness/until.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { testFolder } from "../services/test-folder.ts"
import { callsTo, dataOf, isUnavailable } from "./call.ts"
import { leafOf, middleOf, overwritePages } from "./damage.ts"
import { type Node, operatorKey, startNode } from "./node.ts"
import { type Key, setScene } from "./scene.ts"

/** An installation with enough keys and logged verifications for several pages, and no server. */
const original = temporaryFolder()
const { newPath } = testFolder()
let rootKey: string
let keys: readonly Key[]

beforeAll(async () => {
  const scene = await setScene(original.path)
  rootKey = scene.rootKey
  const created = await dataOf(
    scene.call("keys.createKeys", {
      apiId: scene.apiId,
      keys: Array.from({ length: 1_000 }, (_, index) => ({ name: `Key ${index}`, externalId: `customer_${index}` })),
    }),
  )
  keys = created.keys
  for (const { key } of keys.slice(0, 300)) await dataOf(scene.call("keys.verifyKey", { key }))
  await stopNode(scene.node)
})
afterAll(original.remove)

async function stopNode(node: Node): Promise<void> {
  node.kill("SIGTERM")
  expect((await node.exit).code).toBe(0)
}

function copyOfOriginal(): string {
  const folder = newPath()
  cpSync(original.path, folder, { recursive: true })
  return folder
}

async function stateOf({ url }: Node) {
  // The metrics first: damage that they show is also among the problems that are read after them.
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const ready = await fetch(`${url}/readyz`)
  const { data } = (await ready.json()) as { data: { problems?: { type: string; detail: string; guide: string }[] } }
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1])
  return {
    status: ready.status,
    problems: (data.problems ?? []).map(({ type }) => type).filter((type) => type.endsWith("_damaged")),
    database: metric('keyward_storage_damaged\\{file="database"\\}'),
    log: metric('keyward_storage_damaged\\{file="verification_log"\\}'),
    isChecked: metric("keyward_storage_check_time_seconds") > 0,
  }
}

const untilChecked = (node: Node) =>
  until(async () => {
    const state = await stateOf(node)
    return state.isChecked && state
  })

async function doctor(folder: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const { code, stdout } = await runProcess(["doctor", "--data", folder, "--port", "0", "--json"])
  const { findings } = JSON.parse(stdout) as { findings: { level: string; found: string; advice?: string }[] }
  return { code, lines: findings.map(({ level, found, advice = "" }) => `${level} ${found} ${advice}`) }
}

async function backUp(folder: string) {
  const target = newPath(".db")
  const { code, stderr } = await runProcess(["backup", target, "--data", folder])
  expect(existsSync(target)).toBe(code === 0)
  return { code, stderr }
}

describe("the pages of the database file", () => {
  test("are found sound: nothing is reported, and backup and doctor succeed", async () => {
    const folder = copyOfOriginal()
    const node = await startNode(folder)
    expect(await untilChecked(node)).toMatchObject({ status: 200, problems: [], database: 0, log: 0 })
    expect((await backUp(folder)).code).toBe(0)
    expect(await doctor(folder)).toMatchObject({
      code: 0,
      lines: expect.arrayContaining(["ok SQLite finds no damage in its files. "]),
    })
    await stopNode(node)
    expect(node.stderr()).not.toContain("damaged")
  })

  test.each([
    ["of a table", "table events", (path: string) => [leafOf(path, "events"), 1]],
    ["of a table that verifications read", "table keys", (path: string) => [leafOf(path, "keys"), 1]],
    ["of an index", "index keys_by_hash", (path: string) => [leafOf(path, "keys_by_hash"), 1]],
    ["in the middle, 24 KiB", "(table|index) \\w+", (path: string) => [middleOf(path), 6]],
  ] as const)("%s are damaged: everything that an operator reads says so", async (_, place, pages) => {
    const folder = copyOfOriginal()
    const path = join(folder, "keyward.db")
    const [first = 0, count = 0] = pages(path)
    overwritePages(path, first, count)
    const node = await startNode(folder)
    expect(await untilChecked(node)).toMatchObject({
      status: 200,
      problems: ["database_damaged"],
      database: 1,
      log: 0,
    })
    await node.waitForOutput(
      new RegExp(
        `"message":"The database is damaged\\. docs/production\\.md#a-damaged-database says what to do\\.","cause":"${place}: database disk image is malformed"`,
      ),
    )
    // Calls that need no damaged page continue.
    const call = callsTo(node.url, rootKey)
    const replies = await Promise.all(keys.slice(300).map(({ key }) => call("keys.verifyKey", { key })))
    expect(replies.filter((reply) => reply?.body.data?.code === "VALID").length).toBeGreaterThan(300)
    for (const reply of replies) expect(reply?.status === 200 || (reply && isUnavailable(reply))).toBe(true)
    const { code, stderr } = await backUp(folder)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(`^The database \\S+keyward\\.db is damaged: .*${place} .*No backup was written\\.`),
    )
    const found = await doctor(folder)
    expect(found.code).toBe(1)
    expect(found.lines.join("\n")).toMatch(
      new RegExp(`problem \\S+keyward\\.db is damaged: .*${place} \\(.*Restore a backup`),
    )
    await stopNode(node)
  })

  test("of its header are damaged: the server does not start, and all three commands name the file", async () => {
    const folder = copyOfOriginal()
    const path = join(folder, "keyward.db")
    overwritePages(path, 1, 1)
    const served = await runProcess(["serve", "--data", folder, "--port", "0"], { KEYWARD_OPERATOR_KEY: operatorKey })
    expect(served.code).toBe(1)
    expect(served.stderr).toStartWith(`The database ${path} cannot be read: file is not a database.`)
    expect((await backUp(folder)).stderr).toStartWith(`The database ${path} is damaged: file is not a database.`)
    const found = await doctor(folder)
    expect(found.lines.join("\n")).toContain(`problem ${path} is damaged: file is not a database.`)
  })
})

test("keyward copy saves everything from a database of which only an index is damaged", async () => {
  const folder = copyOfOriginal()
  const path = join(folder, "keyward.db")
  overwritePages(path, leafOf(path, "keys_by_hash"), 1)
  const target = newPath()
  expect(await runProcess(["copy", "--from", folder, "--to", target])).toMatchObject({ code: 0 })
  expect((await runProcess(["audit", "verify", "--data", target])).code).toBe(0)
  expect((await doctor(target)).code).toBe(0)
  const node = await startNode(target)
  const call = callsTo(node.url, rootKey)
  for (const { key } of keys) expect((await dataOf(call("keys.verifyKey", { key }))).code).toBe("VALID")
  await stopNode(node)
})

test("a request that meets damage after the check reports it", async () => {
  const folder = copyOfOriginal()
  const path = join(folder, "keyward.db")
  const node = await startNode(folder)
  expect(await untilChecked(node)).toMatchObject({ problems: [], database: 0 })
  overwritePages(path, leafOf(path, "keys_by_hash"), 1)
  const call = callsTo(node.url, rootKey)
  for (const { key } of keys) await call("keys.verifyKey", { key })
  const state = await until(async () => {
    const found = await stateOf(node)
    return found.database === 1 && found
  })
  expect(state).toMatchObject({ status: 200, problems: ["database_damaged"] })
  await node.waitForOutput(/"message":"The database is damaged\..*"cause":"database disk image is malformed"/)
  await stopNode(node)
})

describe("the file of the verification log", () => {
  test.each([
    [
      "a page",
      "table verification_log: database disk image is malformed",
      (path: string) => leafOf(path, "verification_log"),
    ],
    ["its header", "file is not a database", () => 1],
  ] as const)(
    "is damaged, %s: verifications continue, and the damage is reported as that of the log",
    async (_, cause, page) => {
      const folder = copyOfOriginal()
      const path = join(folder, "verifications.db")
      overwritePages(path, page(path), 1)
      const node = await startNode(folder)
      const call = callsTo(node.url, rootKey)
      for (const { key } of keys.slice(0, 20))
        expect(await dataOf(call("keys.verifyKey", { key }))).toMatchObject({ code: "VALID" })
      expect(
        await until(async () => {
          const state = await stateOf(node)
          return state.log === 1 && state
        }),
      ).toMatchObject({ status: 200, problems: ["verification_log_damaged"], database: 0 })
      await node.waitForOutput(new RegExp(`"message":"The verification log is damaged\\..*"cause":"${cause}"`))
      const read = await call("usage.listVerifications", {})
      expect(read?.status === 200 || (read && isUnavailable(read))).toBe(true)
      expect((await backUp(folder)).code).toBe(0)
      const found = await doctor(folder)
      expect(found.code).toBe(1)
      expect(found.lines.join("\n")).toMatch(/problem \S+verifications\.db is damaged: .*move the file away/)
      await stopNode(node)
      expect(readdirSync(folder)).toContain("verifications.db")
    },
  )

  test("is damaged after the check: a request that meets the damage reports it", async () => {
    const folder = copyOfOriginal()
    const path = join(folder, "verifications.db")
    const node = await startNode(folder)
    expect(await untilChecked(node)).toMatchObject({ problems: [], log: 0 })
    overwritePages(path, leafOf(path, "verification_log"), 1)
    const call = callsTo(node.url, rootKey)
    const state = await until(async () => {
      let reply = await call("usage.listVerifications", { limit: 100 })
      while (reply?.status === 200 && reply.body.pagination.hasMore) {
        reply = await call("usage.listVerifications", { limit: 100, cursor: reply.body.pagination.cursor })
      }
      const found = await stateOf(node)
      return found.log === 1 && found
    })
    expect(state).toMatchObject({ status: 200, problems: ["verification_log_damaged"], database: 0 })
    await stopNode(node)
  })
})
