import { afterAll, describe, expect, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import { runProcess, type ServedCli, startCli, startServe } from "../../../test/cli.ts"
import { sharedRedis } from "../../../test/nodes.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { sharedRedisUrl } from "../../../test/services/redis.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { startTlsWay } from "../../../test/services/tls-way.ts"

const folder = temporaryFolder()
const newFolder = () => join(folder.path, crypto.randomUUID())
afterAll(() => folder.remove())

const operatorKey = "operator-key-of-the-test"

describe("the first start", () => {
  const data = newFolder()
  let first: ServedCli

  test("is ready within two seconds", async () => {
    first = await startServe(["--data", data])
    const times = [first.startMs]
    // A machine that is busy with something else may be slow once.
    for (let more = 0; more < 3 && Math.min(...times) >= 2_000; more += 1) {
      const again = await startServe(["--data", newFolder()])
      times.push(again.startMs)
      again.kill("SIGTERM")
      await again.exit
    }
    expect(Math.min(...times)).toBeLessThan(2_000)
  })

  test("shows three lines that work when pasted into a shell", async () => {
    const lines = [...first.stdout().matchAll(/^ +(curl .+)$/gm)].map(([, line]) => line ?? "")
    expect(lines).toHaveLength(3)
    const answers = lines.map((line) => Bun.spawnSync(["sh", "-c", line]).stdout.toString().trim())
    const [created, listed, disabled] = answers.map((answer) => answer.split("\n").map((one) => JSON.parse(one)))
    const [answer] = created ?? []
    expect(answer.data.identityId).toMatch(/^id_/)
    expect(listed).toHaveLength(1)
    expect(listed?.[0].data).toMatchObject([
      { identityId: answer.data.identityId, externalId: "user_1", meta: { plan: "pro" } },
    ])
    expect(disabled).toHaveLength(2)
    expect(disabled?.[0].data).toMatchObject({ enabled: false, disabledReason: "owner_request" })
    expect(disabled?.[1].error).toMatchObject({ status: 403, title: "Forbidden" })
    expect(disabled?.[1].error.type).toEndWith("/service/authorization/workspace_disabled")
  })

  test("keeps folder and database for its own user", () => {
    expect(statSync(data).mode & 0o777).toBe(0o700)
    const files = readdirSync(data).filter((name) => name.startsWith("keyward.db"))
    expect(files.sort()).toEqual(["keyward.db", "keyward.db-shm", "keyward.db-wal"])
    for (const file of files) expect(statSync(join(data, file)).mode & 0o777).toBe(0o600)
  })

  test("logs one JSON line per request, and never a key", async () => {
    const keys = [...first.stdout().matchAll(/kw_(?:op|root)_\w+/g)].map(([key]) => key)
    expect(new Set(keys).size).toBe(2)
    const [key = ""] = keys
    await fetch(`${first.url}/${key}?key=${key}`, { headers: { Authorization: `Bearer ${key}`, "X-Key": key } })
    await first.waitForOutput(/"status":404/, 2_000)
    const entries = first
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(entries.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      "identities.createIdentity 200",
      "identities.listIdentities 200",
      "workspaces.disableWorkspace 200",
      "identities.listIdentities 403",
      "unknown 404",
    ])
    for (const secret of keys) expect(first.stderr()).not.toContain(secret)
  })

  test("is the only one that shows secrets", async () => {
    first.kill("SIGTERM")
    expect(await first.exit).toEqual({ code: 0, signal: null })
    const second = await startServe(["--data", data])
    expect(second.stdout()).toBe(`Keyward listens on ${second.url} (stop it with Ctrl-C).\n`)
    expect(second.stderr()).toBe("")
    second.kill("SIGINT")
    expect(await second.exit).toEqual({ code: 0, signal: null })
  })
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
    await first.waitForOutput(/^\S+ {2}200 {2}\S+ms {2}POST {2}workspaces.createWorkspace/m, 2_000)
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

/** A request whose last bytes are still to come. */
async function halfSent({ port }: ServedCli) {
  const body = JSON.stringify({ name: "In flight" })
  const socket = connect(port, "127.0.0.1")
  let received = ""
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  socket.on("data", (chunk) => {
    received += chunk
  })
  socket.on("error", () => {})
  socket.write(
    `POST /v2/workspaces.createWorkspace HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Authorization: Bearer ${operatorKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n` +
      body.slice(0, 5),
  )
  await Bun.sleep(200)
  return { finish: () => socket.write(body.slice(5)), closed, received: () => received }
}

describe("a signal to stop", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s lets what is in flight finish and takes nothing new",
    async (signal) => {
      const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
      const request = await halfSent(served)
      served.kill(signal)
      await Bun.sleep(200)
      await expect(fetch(`http://127.0.0.1:${served.port}/readyz`)).rejects.toThrow()
      request.finish()
      await request.closed
      expect(request.received()).toStartWith("HTTP/1.1 200")
      expect(request.received()).toContain('"rootKey":"kw_root_')
      expect(await served.exit).toEqual({ code: 0, signal: null })
    },
  )

  // Beside the next two, because it takes ten seconds.
  test.concurrent("waits ten seconds and no longer for a request that does not finish", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await halfSent(served)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(9_000)
    expect(tookMs).toBeLessThan(13_000)
  })

  test.concurrent("ends it at once when it comes twice", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await halfSent(served)
    served.kill("SIGTERM")
    await Bun.sleep(600)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 143, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })

  test.concurrent("is one signal when whoever started it passes it on besides", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    const request = await halfSent(served)
    served.kill("SIGINT")
    await Bun.sleep(100)
    served.kill("SIGINT")
    await Bun.sleep(200)
    request.finish()
    await request.closed
    expect(request.received()).toStartWith("HTTP/1.1 200")
    expect(await served.exit).toEqual({ code: 0, signal: null })
  })

  test("does not wait for connections on which nothing happens", async () => {
    const served = await startServe(["--data", newFolder()], { KEYWARD_OPERATOR_KEY: operatorKey })
    await fetch(`http://127.0.0.1:${served.port}/readyz`, { keepalive: true })
    const idle = connect(served.port, "127.0.0.1")
    idle.on("error", () => {})
    await Bun.sleep(100)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect((await served.exit).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })
})

test("goes on serving when nobody reads its log any more", async () => {
  const port = await findFreePort()
  const main = join(import.meta.dir, "..", "..", "main.ts")
  const child = Bun.spawn([process.execPath, main, "serve", "--port", String(port), "--data", newFolder()], {
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
  const trusted = join(folder.path, "trusted.pem")
  writeFileSync(trusted, way.certificate.cert)
  const env = { KEYWARD_REDIS_URL: `rediss://localhost:${way.port}/3`, NODE_EXTRA_CA_CERTS: trusted }
  const served = await startServe(["--data", newFolder()], env)
  const { data } = await (await fetch(`${served.url}/readyz`)).json()
  expect(data).toEqual({ status: "ready", limiter: "up" })
  served.kill("SIGTERM")
  expect(await served.exit).toEqual({ code: 0, signal: null })
  way.stop()
})

/** One clear message, the given exit code, and no stack trace. */
async function expectExit(
  expected: number,
  args: readonly string[],
  env: Record<string, string>,
  ...messages: readonly string[]
) {
  const { code, stdout, stderr } = await runProcess(["serve", ...args], { KEYWARD_PORT: "0", ...env })
  expect({ code, stdout }).toEqual({ code: expected, stdout: "" })
  expect(stderr.trim().split("\n")).toHaveLength(1)
  expect(stderr).not.toMatch(/^\s+at |node_modules|\.ts:\d/m)
  expect(stderr).not.toContain("secretpw")
  for (const message of messages) expect(stderr).toContain(message)
}

const expectRefusal = (args: readonly string[], env: Record<string, string>, ...messages: readonly string[]) =>
  expectExit(1, args, env, ...messages)

describe("refuses to start, and says what to do", () => {
  test("on a port that is taken, before it has touched anything", async () => {
    const port = await findFreePort()
    const other = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() })
    const data = newFolder()
    await expectRefusal(["--data", data, "--port", String(port)], {}, `Port ${port} on 127.0.0.1 is taken`, "--port")
    expect(existsSync(data)).toBe(false)
    await other.stop(true)
  })

  test("on an address of another machine", async () => {
    await expectRefusal(
      ["--data", newFolder()],
      { KEYWARD_HOST: "192.0.2.1" },
      "192.0.2.1 is no address",
      "KEYWARD_HOST",
    )
  })

  test("in a folder that cannot be created", async () => {
    const file = join(folder.path, "a-file")
    writeFileSync(file, "")
    for (const data of [file, join(file, "below")]) {
      await expectRefusal(["--data", data], {}, `The data folder ${data} cannot be used`, "KEYWARD_DATA_DIR")
    }
  })

  test("in a folder that cannot be written", async () => {
    // Root may write anywhere but in /proc.
    const data = process.getuid?.() === 0 ? "/proc" : newFolder()
    if (data !== "/proc") {
      mkdirSync(data)
      chmodSync(data, 0o500)
    }
    await expectRefusal(["--data", data], {}, `The data folder ${data} cannot be used`, "--data")
  })

  test("on a file that is no database", async () => {
    const data = newFolder()
    mkdirSync(data)
    writeFileSync(join(data, "keyward.db"), "This is no database, whatever its name may say. ".repeat(100))
    await expectRefusal(["--data", data], {}, `The database ${join(data, "keyward.db")} cannot be read`, "backup")
  })

  test("on a database of a newer version", async () => {
    const data = newFolder()
    expect((await runProcess(["migrate", "--data", data])).code).toBe(0)
    const { Database } = await import("bun:sqlite")
    const file = new Database(join(data, "keyward.db"))
    file.run("insert into schema_migrations (name, applied_at) values ('9999-from-the-future', 0)")
    file.close()
    await expectRefusal(["--data", data], {}, "newer version", "9999-from-the-future", "Start that version.")
  })

  test("with a wrong setting, before it has touched anything", async () => {
    const data = newFolder()
    const env = { KEYWARD_DATABASE_URL: "mysql://u:secretpw@h/d" }
    await expectExit(2, ["--data", data], env, "KEYWARD_DATABASE_URL must have the form postgres://")
    expect(existsSync(data)).toBe(false)
  })

  test("with a wrong flag, called by its name", async () => {
    await expectExit(2, ["--port", "70000"], {}, '--port must be a port number from 0 to 65535, not "70000".')
  })

  test("without a Postgres that it could reach, and without showing the password", async () => {
    const port = await findFreePort()
    const url = `postgres://user:secretpw@127.0.0.1:${port}/keyward`
    const { code, stderr } = await runProcess(["serve"], { KEYWARD_PORT: "0", KEYWARD_DATABASE_URL: url })
    expect(code).toBe(1)
    expect(stderr).toContain(`PostgreSQL at 127.0.0.1:${port} cannot be reached`)
    expect(stderr).toContain("KEYWARD_DATABASE_URL")
    expect(stderr).not.toContain("secretpw")
    expect(stderr.trim().split("\n")).toHaveLength(1)
  })

  test("without a Redis that it could reach, and without showing the password", async () => {
    const port = await findFreePort()
    const url = `redis://user:secretpw@127.0.0.1:${port}/1`
    const data = newFolder()
    await expectRefusal(
      ["--data", data, "--port", "0"],
      { KEYWARD_REDIS_URL: url },
      `Redis at 127.0.0.1:${port} cannot be used: the connection was refused. Set that right, or correct KEYWARD_REDIS_URL.`,
    )
  })

  test("without the database that Postgres should have", async () => {
    const database = await createDatabase()
    await database.drop()
    const name = new URL(database.url).pathname.slice(1)
    await expectRefusal(
      [],
      { KEYWARD_DATABASE_URL: database.url },
      `database "${name}" does not exist`,
      "KEYWARD_DATABASE_URL",
    )
  })
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

test("two nodes that start together on an empty Postgres both serve, and one of them shows the keys", async () => {
  const database = await createDatabase()
  const ports = [await findFreePort(), await findFreePort()]
  const settings = { KEYWARD_DATABASE_URL: database.url, KEYWARD_REDIS_URL: sharedRedis() }
  const nodes = ports.map((port) => startCli(["serve", "--port", String(port)], settings))
  for (const node of nodes) await node.waitForOutput(/Keyward listens on/, 20_000)
  expect(nodes.filter((node) => node.stdout().includes("Welcome to Keyward"))).toHaveLength(1)
  const [, key] =
    nodes
      .map((node) => node.stdout())
      .join("")
      .match(/Operator key {2}(\S+)/) ?? []
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
