import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { ask } from "../requests/ask.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { createDatabase, type Database } from "../services/postgres.ts"

const operatorKey = "operator-key-of-the-upgrade-tests"
const root = join(import.meta.dir, "..", "..")

interface Version extends ChildProcess {
  readonly url: string
}

let database: Database

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(() => database.drop())

/** `keyward serve` of this version, or of one with more migrations. */
function spawnVersion(laterSteps: number): ChildProcess {
  const preload = join(root, "test", "upgrade", "later-versions.ts")
  return startProcess({
    command: [process.execPath, "--preload", preload, join(root, "src", "main.ts"), "serve", "--port", "0"],
    env: {
      KEYWARD_DATABASE_URL: database.url,
      KEYWARD_REDIS_URL: process.env.KEYWARD_TEST_REDIS_URL,
      KEYWARD_OPERATOR_KEY: operatorKey,
      KEYWARD_TEST_LATER_STEPS: String(laterSteps),
    },
  })
}

async function startVersion(laterSteps: number): Promise<Version> {
  const child = spawnVersion(laterSteps)
  const [, port] = await child.waitForOutput(/Keyward listens on \S+:(\d+)/)
  return { ...child, url: `http://127.0.0.1:${port}` }
}

/** Reads and writes most tables, so that a version has run every query before the schema changes. */
async function callEverything(version: Version, rootKey: string): Promise<string> {
  const call = (operation: string, body: unknown = {}) => ask(version, operation, body, rootKey)
  const { apiId } = await call("apis.createApi", { name: "Payments" })
  const { keyId, key } = await call("keys.createKey", {
    apiId,
    externalId: `user_${crypto.randomUUID()}`,
    roles: [],
    permissions: ["documents.read"],
    credits: { remaining: 10 },
    ratelimits: [{ name: "requests", limit: 100, duration: 60_000, autoApply: true }],
  })
  expect(await call("keys.verifyKey", { key })).toMatchObject({ code: "VALID", credits: 9 })
  await call("keys.updateKey", { keyId, name: "Renamed" })
  await call("keys.getKey", { keyId })
  await call("apis.getApi", { apiId })
  await call("apis.listKeys", { apiId })
  await call("keys.whoami", { key })
  for (const list of ["apis.listApis", "identities.listIdentities", "rootKeys.listRootKeys", "events.listEvents"]) {
    expect((await call(list)).length).toBeGreaterThan(0)
  }
  await ask(version, "workspaces.listWorkspaces", {}, operatorKey)
  return key
}

const readiness = async ({ url }: Version) => (await fetch(`${url}/readyz`)).status

describe("an upgrade", () => {
  let present: Version
  let next: Version
  let rootKey = ""

  beforeAll(async () => {
    present = await startVersion(0)
    const created = await ask(present, "workspaces.createWorkspace", { name: "Acme" }, operatorKey)
    rootKey = created.rootKey
    // Twice: the second time, every statement is already prepared.
    for (let round = 0; round < 2; round++) await callEverything(present, rootKey)
  })

  test("to a version whose steps only add keeps the present one serving, throughout and afterwards", async () => {
    const failures: unknown[] = []
    let rounds = 0
    let isOver = false
    const calling = async () => {
      while (!isOver) {
        await callEverything(present, rootKey).catch((error) => failures.push(error))
        rounds++
      }
    }
    const called = Promise.all([calling(), calling()])
    next = await startVersion(1)
    expect(next.stderr()).toContain("Applied 1 migration: 9001-adds.")
    const roundsBefore = rounds
    while (rounds < roundsBefore + 6) await Bun.sleep(10)
    isOver = true
    await called
    expect(failures).toEqual([])
    expect(await readiness(present)).toBe(200)
    expect(await readiness(next)).toBe(200)
  })

  test("has both serve what the other one made", async () => {
    for (const [maker, reader] of [
      [present, next],
      [next, present],
    ] as const) {
      const key = await callEverything(maker, rootKey)
      expect(await ask(reader, "keys.verifyKey", { key }, rootKey)).toMatchObject({ code: "VALID", credits: 8 })
    }
  })

  test("can be gone back from: the present version starts beside the next one", async () => {
    const again = await startVersion(0)
    await callEverything(again, rootKey)
    again.kill("SIGTERM")
    expect(await again.exit).toEqual({ code: 0, signal: null })
  })

  test("that takes away what an older version uses leaves only those ready that know its replacement", async () => {
    const afterNext = await startVersion(2)
    await callEverything(afterNext, rootKey)
    expect(await readiness(next)).toBe(200)
    await callEverything(next, rootKey)
    expect(await readiness(present)).toBe(503)
    const tooOld = spawnVersion(0)
    expect((await tooOld.exit).code).toBe(1)
    expect(tooOld.stderr()).toContain("a newer version of Keyward (it has 9002-takes-away)")
  })
})
