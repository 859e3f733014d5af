import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import { builtExecutable, runHere } from "../cli/cli.ts"
import { textOf } from "../deploy/files.ts"
import { makeClone } from "../documentation/clone.ts"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { startProcess } from "../services/child-process.ts"
import { createDatabase } from "../services/postgres.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { type HostileFolder, hostileFolder, layTraps } from "./hostile-folder.ts"

const repository = join(import.meta.dir, "..", "..")
const work = temporaryFolder()
const clone = makeClone()

/** Ways to start the program, as people and service managers do it. */
const ways: Readonly<Record<string, readonly string[]>> = {
  "bin/keyward": [join(repository, "bin", "keyward")],
  "bin/keyward.mjs": [join(repository, "bin", "keyward.mjs")],
  "dist/keyward, which the image contains": [builtExecutable()],
}

const operatorKeyOfStranger = "operator-key-of-the-stranger"
let server: TestServer
let database: Awaited<ReturnType<typeof createDatabase>>
let folder: HostileFolder
let inClone: Pick<HostileFolder, "ranCode">
const callsOfStranger: string[] = []
const stranger = Bun.serve({
  port: 0,
  fetch({ headers }) {
    callsOfStranger.push(headers.get("authorization") ?? "without a key")
    return new Response("thank you")
  },
})
const trap = {
  variables: { KEYWARD_URL: stranger.url.href, KEYWARD_OPERATOR_KEY: operatorKeyOfStranger },
  programs: [repository, clone.path].map((home) => join(home, "src/main.ts")),
}

beforeAll(async () => {
  server = await startKeyward({ engine: "sqlite" })
  database = await createDatabase()
  const login = await runHere(["login", "--url", server.url], { env: configuration(), input: server.rootKey })
  expect(login.code).toBe(0)
  const own = new Set(["package.json", "tsconfig.json", "node_modules"])
  inClone = layTraps(clone.path, { ...trap, isWanted: (name) => !own.has(name) })
})

afterAll(async () => {
  await stranger.stop(true)
  await server.stop()
  await database.drop()
  clone.remove()
  work.remove()
})

beforeEach(() => {
  folder = hostileFolder(trap)
  callsOfStranger.length = 0
})
afterEach(() => folder.remove())

const configuration = () => ({ KEYWARD_CONFIG_DIR: join(work.path, "config") })

/** Nothing of the environment of the test but the programs in PATH, Bun among them. */
const environment = (more: Readonly<Record<string, string>>) => ({
  PATH: [join(repository, "node_modules", ".bin"), process.env.PATH].join(":"),
  HOME: work.path,
  ...configuration(),
  ...more,
})

async function expectNothingTaken(): Promise<void> {
  expect(await folder.ranCode()).toEqual([])
  expect(await inClone.ranCode()).toEqual([])
  expect(callsOfStranger).toEqual([])
}

/** Starts a service that has to listen, asks it with the key of the stranger, and stops it. */
async function expectServesItsOwner(
  command: readonly string[],
  { cwd, env, processes }: { cwd: string; env: Readonly<Record<string, string>>; processes: number },
): Promise<void> {
  const port = await findFreePort()
  const child = startProcess({
    command: [...command, "--port", String(port)],
    cwd,
    env: environment(env),
    isBare: true,
  })
  await child.waitForOutput(/Keyward listens on/)
  expect(child.stdout()).toContain(processes > 1 ? `with ${processes} processes` : "first-start.txt")
  const response = await fetch(`http://127.0.0.1:${port}/v2/workspaces.listWorkspaces`, {
    method: "POST",
    headers: { Authorization: `Bearer ${operatorKeyOfStranger}`, "Content-Type": "application/json" },
    body: "{}",
  })
  expect(response.status).toBe(401)
  child.kill("SIGTERM")
  await child.exit
}

const shared = () => ({
  KEYWARD_DATABASE_URL: database.url,
  KEYWARD_REDIS_URL: sharedRedisUrl(11),
  KEYWARD_NODES_PER_HOST: "2",
  KEYWARD_OPERATOR_KEY: "operator-key-of-the-owner",
})

describe("the traps work on a program that does not avoid them:", () => {
  test.each(["bunfig.toml", "tsconfig.json", "jsconfig.json", ".env", ".env.local"])("%s", async (name) => {
    const isWanted = (file: string) => file === name || file.endsWith(".ts")
    const careless = hostileFolder({ ...trap, isWanted })
    const bun = [process.execPath, join(repository, "src", "main.ts"), "whoami"]
    const env = environment({ KEYWARD_KEY: "key-of-the-careless" })
    await startProcess({ command: bun, cwd: careless.path, env, isBare: true }).exit
    const taken = name.startsWith(".env") ? callsOfStranger.splice(0) : await careless.ranCode()
    expect(taken).not.toEqual([])
    careless.remove()
  })
})

describe.each(Object.keys(ways))("%s in a hostile folder", (name) => {
  const command = ways[name] ?? []

  test("calls the service that its user has named", async () => {
    for (const cwd of [folder.path, join(folder.path, "markers")]) {
      const env = environment({ KEYWARD_KEY: server.rootKey })
      const child = startProcess({ command: [...command, "whoami", "--json"], cwd, env, isBare: true })
      expect({ ...(await child.exit), stderr: child.stderr() }).toEqual({ code: 0, signal: null, stderr: "" })
      expect(JSON.parse(child.stdout())).toMatchObject({ url: server.url })
    }
    await expectNothingTaken()
  })

  test("serves with its own settings, its threads and processes too", async () => {
    const serve = [...command, "serve"]
    const data = ["--data", join(work.path, crypto.randomUUID())]
    await expectServesItsOwner([...serve, ...data], { cwd: folder.path, env: {}, processes: 1 })
    await expectServesItsOwner(serve, { cwd: folder.path, env: shared(), processes: 2 })
    await expectNothingTaken()
  })
})

test("the systemd unit starts bin/keyward", () => {
  expect(systemdCommand()).toEqual([...(ways["bin/keyward"] ?? []), "serve"])
})

test("npm start takes nothing from files that were put beside it", async () => {
  const start = ["npm", "start", "--silent", "--"]
  const data = ["--data", join(work.path, crypto.randomUUID())]
  await expectServesItsOwner([...start, ...data], { cwd: clone.path, env: {}, processes: 1 })
  await expectServesItsOwner(start, { cwd: clone.path, env: shared(), processes: 2 })
  const elsewhere = ["npm", "--prefix", clone.path, "start", "--silent", "--"]
  await expectServesItsOwner(elsewhere, { cwd: folder.path, env: shared(), processes: 2 })
  await expectNothingTaken()
})

/** ExecStart of the unit, as if this were /opt/keyward. */
function systemdCommand(): readonly string[] {
  const [, line = ""] = /^ExecStart=(.+)$/m.exec(textOf("keyward.service")) ?? []
  return line.replaceAll("/opt/keyward", repository).split(" ")
}
