import { describe, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import { program, runProcess, type ServedCli, startCli, startCliInTerminal, startServe } from "../../../test/cli/cli.ts"
import { firstKeysIn, firstKeysOf } from "../../../test/harness/first-keys.ts"
import { sharedRedis } from "../../../test/harness/nodes.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { sharedRedisUrl } from "../../../test/services/redis.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { startTlsWay } from "../../../test/services/tls-way.ts"
import { queryDatabase } from "../../../test/storage/database.ts"

const { path, newPath: newFolder } = testFolder()

const operatorKey = "operator-key-of-the-test"

describe("the first start", () => {
  const data = newFolder()
  let first: ServedCli

  test("needs no settings but a folder that does not exist yet", async () => {
    expect(existsSync(data)).toBe(false)
    first = await startServe(["--data", data])
    expect(first.stdout()).toContain(`Keyward listens on ${first.url} `)
  })

  test("writes its keys and a setup link to a file for its own user, and only names that file", async () => {
    const { path: file, operatorKey, rootKey, setupLink } = firstKeysOf(first)
    expect(file).toBe(join(data, "first-start.txt"))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(setupLink).toStartWith(`${first.url}/setup#`)
    expect(first.stdout()).not.toMatch(/kw_(op|root)_|setup#/)
    const ask = (operation: string, key: string, body: object) =>
      fetch(`${first.url}/v2/${operation}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    expect((await ask("workspaces.listWorkspaces", operatorKey, {})).status).toBe(200)
    expect((await ask("apis.listApis", rootKey, {})).status).toBe(200)
  })

  test("keeps folder and database for its own user", () => {
    expect(statSync(data).mode & 0o777).toBe(0o700)
    const files = readdirSync(data).filter((name) => name.startsWith("keyward.db"))
    expect(files.sort()).toEqual(["keyward.db", "keyward.db-shm", "keyward.db-wal"])
    for (const file of files) expect(statSync(join(data, file)).mode & 0o777).toBe(0o600)
  })

  test("logs one JSON line per request, and never a key", async () => {
    const { operatorKey: key, rootKey } = firstKeysOf(first)
    const keys = [key, rootKey]
    await fetch(`${first.url}/${key}?key=${key}`, { headers: { Authorization: `Bearer ${key}`, "X-Key": key } })
    await first.waitForOutput(/"status":404/)
    const entries = first
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(entries.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      "workspaces.listWorkspaces 200",
      "apis.listApis 200",
      "unknown 404",
    ])
    for (const secret of keys) expect(first.stderr()).not.toContain(secret)
  })

  test("stores a password at the recommended cost, unlike the servers of other tests", async () => {
    const token = firstKeysOf(first).setupLink.split("#")[1]
    const user = {
      token,
      email: "ada@example.com",
      name: "Ada",
      password: "correct horse battery staple",
      workspaceName: "Acme",
    }
    const reply = await fetch(`${first.url}/v2/setup.createFirstUser`, {
      method: "POST",
      headers: { Origin: first.url, "Content-Type": "application/json" },
      body: JSON.stringify(user),
    })
    expect(await reply.json()).toMatchObject({ data: { userId: expect.any(String) } })
    const [stored] = await queryDatabase({ storage: data }, "select hash from user_passwords")
    expect(stored?.hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$")
  })

  test("is the only one that hands over secrets", async () => {
    first.kill("SIGTERM")
    expect(await first.exit).toEqual({ code: 0, signal: null })
    const second = await startServe(["--data", data])
    expect(second.stdout()).toBe(`Keyward listens on ${second.url} (stop it with Ctrl-C).\n`)
    expect(second.stderr()).toBe("")
    expect(readFileSync(join(data, "first-start.txt"), "utf8").match(/kw_op_/g)).toHaveLength(1)
    second.kill("SIGINT")
    expect(await second.exit).toEqual({ code: 0, signal: null })
  })
})

describe("the first start in a terminal", () => {
  test("is short: a setup link, four lines that end in a valid key, and the keys", async () => {
    const [data, port] = [newFolder(), await findFreePort()]
    const terminal = startCliInTerminal(["serve", "--data", data, "--port", String(port)], { KEYWARD_LOG: "json" })
    await terminal.waitFor(/Keyward listens on/)
    // The screen is 120 columns wide, but a terminal wraps without adding characters.
    const shown = terminal.screen().replaceAll("\r\n", "\n")
    expect(shown.split("\n").length).toBeLessThan(20)
    expect(shown).toMatch(/^ {2}http:\/\/localhost:\d+\/setup#[\w-]{43}$/m)
    const calls = [...shown.matchAll(/^ {2}((?:[A-Z]+=\$\()?curl .+)$/gm)].map(([, line]) => line ?? "")
    expect(calls).toHaveLength(3)
    expect(calls.filter((line) => line.includes("kw_root_"))).toEqual([])
    const [, variables = ""] = /^ {2}(export KEYWARD_URL=\S+ KEYWARD_KEY=kw_root_\w+)$/m.exec(shown) ?? []
    const { stdout } = Bun.spawnSync(["sh", "-c", [variables, ...calls].join("\n")])
    expect(JSON.parse(stdout.toString()).data).toMatchObject({ valid: true, code: "VALID" })
    expect(shown).toMatch(/^ {2}Operator key {2}kw_op_\w+$/m)
    expect(shown).toMatch(/^ {2}Root key {6}kw_root_\w+ /m)
    expect(shown).toContain(data)
    expect(existsSync(join(data, "first-start.txt"))).toBe(false)
    terminal.type("\x03")
    expect(await terminal.exit).toBe(0)
  })

  test("is followed by starts that show a new setup link until somebody has used one", async () => {
    const [data, port] = [newFolder(), await findFreePort()]
    const links: string[] = []
    for (let start = 0; start < 2; start += 1) {
      const terminal = startCliInTerminal(["serve", "--data", data, "--port", String(port)])
      await terminal.waitFor(/Keyward listens on/)
      links.push(/setup#[\w-]{43}/.exec(terminal.screen())?.[0] ?? "")
      expect(terminal.screen().includes("kw_op_")).toBe(start === 0)
      terminal.type("\x03")
      await terminal.exit
    }
    expect(links.every((link) => link !== "")).toBe(true)
    expect(new Set(links).size).toBe(2)
  })
})

test("a first start that cannot hand over its keys creates none, and says what to do", async () => {
  const database = await createDatabase()
  const unwritable = process.getuid?.() === 0 ? "/proc" : "/usr/keyward"
  const settings = { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: unwritable, KEYWARD_PORT: "0" }
  const refused = await runProcess(["serve"], settings)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`${unwritable}/first-start.txt`)
  expect(refused.stderr).toContain("Set KEYWARD_OPERATOR_KEY")
  const served = await startServe(["--data", newFolder()], { KEYWARD_DATABASE_URL: database.url })
  expect(firstKeysOf(served).operatorKey).toStartWith("kw_op_")
  served.kill("SIGTERM")
  await served.exit
  await database.drop()
})

describe("a preset operator key", () => {
  const environment = { KEYWARD_OPERATOR_KEY: operatorKey, KEYWARD_LOG: "text" }

  test("is not shown; a line that creates a workspace is, until there is one", async () => {
    const data = newFolder()
    const first = await startServe(["--data", data], environment)
    expect(first.stdout() + first.stderr()).not.toContain(operatorKey)
    expect(first.stdout()).not.toMatch(/kw_(op|root)_/)
    const [, line = ""] = /^ +(curl .+)$/m.exec(first.stdout()) ?? []
    expect(line).toContain('"Authorization: Bearer $KEYWARD_OPERATOR_KEY"')
    const pasted = Bun.spawnSync(["sh", "-c", line], { env: { ...process.env, ...environment } })
    expect(JSON.parse(pasted.stdout.toString()).data.rootKey).toMatch(/^kw_root_/)
    await first.waitForOutput(/^\S+ {2}200 {2}\S+ms {2}POST {2}workspaces.createWorkspace/m)
    first.kill("SIGTERM")
    await first.exit
    const second = await startServe(["--data", data], environment)
    expect(second.stdout()).toStartWith("Keyward listens on")
    second.kill("SIGTERM")
    await second.exit
  })
})

describe("listens where it is told", () => {
  test.each([
    ["0.0.0.0", "http://127.0.0.1", "http://localhost"],
    ["::", "http://[::1]", "http://localhost"],
    ["::1", "http://[::1]", "http://[::1]"],
  ])("%s", async (host, reachedAt, shown) => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_HOST: host, KEYWARD_OPERATOR_KEY: operatorKey })
    expect((await fetch(`${reachedAt}:${served.port}/readyz`)).status).toBe(200)
    expect(served.stdout()).toContain(`Keyward listens on ${shown}:${served.port} `)
    served.kill("SIGTERM")
    await served.exit
  })
})

test("continues to serve when its log has no reader", async () => {
  const port = await findFreePort()
  const child = Bun.spawn([...program, "serve", "--port", String(port), "--data", newFolder()], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const reader = child.stdout.getReader()
  let said = ""
  while (!said.includes("Keyward listens on")) said += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  await child.stderr.cancel()
  for (let request = 0; request < 5; request++) {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    await Bun.sleep(50)
  }
  child.kill("SIGTERM")
  expect(await child.exited).toBe(0)
})

test("counts on a Redis behind TLS whose certificate the system trusts", async () => {
  const way = await startTlsWay(Number(new URL(sharedRedisUrl(0)).port))
  const trusted = join(path, "trusted.pem")
  writeFileSync(trusted, way.certificate.cert)
  const env = { KEYWARD_REDIS_URL: `rediss://localhost:${way.port}/3`, NODE_EXTRA_CA_CERTS: trusted }
  const served = await startServe(["--data", newFolder()], env)
  const { data } = await (await fetch(`${served.url}/readyz`)).json()
  expect(data).toEqual({ status: "ready", limiter: "up" })
  served.kill("SIGTERM")
  expect(await served.exit).toEqual({ code: 0, signal: null })
  way.stop()
})

test("an unknown setting is reported with the one that was meant", async () => {
  const served = await startServe(["--data", newFolder()], {
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_DATADIR: "/elsewhere",
    KEYWARD_FROBNICATE: "1",
  })
  expect(served.stderr()).toContain(
    "There is no setting KEYWARD_DATADIR; it is ignored. Did you mean KEYWARD_DATA_DIR?",
  )
  expect(served.stderr()).toContain("There is no setting KEYWARD_FROBNICATE; it is ignored. `keyward serve --help`")
  served.kill("SIGTERM")
  await served.exit
})

test("two nodes that start together on an empty Postgres both serve, and one of them hands over the keys", async () => {
  const database = await createDatabase()
  const ports = [await findFreePort(), await findFreePort()]
  const settings = { KEYWARD_DATABASE_URL: database.url, KEYWARD_REDIS_URL: sharedRedis() }
  const nodes = ports.map((port) => startCli(["serve", "--port", String(port), "--data", newFolder()], settings))
  for (const node of nodes) await node.waitForOutput(/Keyward listens on/)
  expect(nodes.filter((node) => node.stdout().includes("Welcome to Keyward"))).toHaveLength(1)
  const key = firstKeysIn(nodes.map((node) => node.stdout()).join(""))?.operatorKey
  for (const port of ports) {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/workspaces.listWorkspaces`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(200)
    expect((await answer.json()).data).toHaveLength(1)
  }
  for (const node of nodes) node.kill("SIGTERM")
  for (const node of nodes) expect((await node.exit).code).toBe(0)
  await database.drop()
})
