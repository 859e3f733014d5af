import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import manifest from "../../../../package.json" with { type: "json" }
import { findFreePort } from "../../../../scripts/test/service.ts"
import { runHere, runProcess, type ServedCli, startCliInTerminal, startServe } from "../../../../test/cli/cli.ts"
import { firstKeysOf } from "../../../../test/harness/first-keys.ts"
import { until } from "../../../../test/harness/until.ts"
import { startCollector } from "../../../../test/services/collector.ts"
import { createDatabase } from "../../../../test/services/postgres.ts"
import { startRedisServer } from "../../../../test/services/redis.ts"
import { testFolder } from "../../../../test/services/test-folder.ts"
import { migrations } from "../../../storage/sql/migrations/index.ts"
import type { Migration } from "../../../storage/sql/migrations/migration.ts"
import type { Finding } from "./finding.ts"

const folder = testFolder()
const data = join(folder.path, "data")
let served: ServedCli
let rootKey: string
let freePort: string

beforeAll(async () => {
  served = await startServe(["--data", data])
  rootKey = firstKeysOf(served).rootKey
  freePort = String(await findFreePort())
})
afterAll(async () => {
  served.kill("SIGTERM")
  await served.exit
})

async function examine(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runHere(["doctor", "--json", ...args], { env })
  expect(stderr).toBe("")
  const { findings, problems, warnings } = JSON.parse(stdout)
  const told = (level: Finding["level"]): string[] =>
    findings.filter((one: Finding) => one.level === level).map((one: Finding) => `${one.about}: ${one.found}`)
  for (const { level, advice } of findings) expect(level === "ok").toBe(advice === undefined)
  expect({ code, problems, warnings }).toEqual({
    code: problems === 0 ? 0 : 1,
    problems: told("problem").length,
    warnings: told("warning").length,
  })
  return { code, ok: told("ok"), warnings: told("warning"), problems: told("problem") }
}

/** Names, modes, sizes and contents. */
function traceOf(path: string) {
  return readdirSync(path)
    .sort()
    .map((name) => {
      const { mode, size, mtimeMs } = statSync(join(path, name))
      return { name, mode, size, mtimeMs, content: Bun.hash(readFileSync(join(path, name))) }
    })
}

describe("a collector of traces", () => {
  const collector = startCollector()
  afterAll(() => collector.stop())
  const examineWith = (env: Record<string, string>) =>
    examine(["--data", join(folder.path, "none"), "--port", freePort], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...env,
    })
  const { host } = new URL(collector.url)

  test("that accepts traces is named", async () => {
    expect((await examineWith({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=token" })).ok).toContain(
      `collector: ${host} accepts traces.`,
    )
    expect(collector.exports.at(-1)).toMatchObject({ path: "/v1/traces", headers: { authorization: "token" } })
  })

  test("that does not is no problem, but a warning", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    expect((await examineWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).warnings).toContain(
      `collector: The collector of traces at ${new URL(url).host} does not answer.`,
    )
    collector.answer(503)
    expect((await examineWith({})).warnings).toContain(`collector: ${host} answers 503 to traces.`)
  })

  test("that gets nothing is not asked", async () => {
    const { ok } = await examineWith({ OTEL_SDK_DISABLED: "true" })
    expect(ok.filter((finding) => finding.startsWith("collector"))).toEqual([])
  })
})

describe("a healthy installation", () => {
  test("that runs has no problem, and stays as it is", async () => {
    const env = { KEYWARD_KEY: rootKey, KEYWARD_URL: served.url }
    const found = await examine(["--data", data, "--port", String(served.port)], env)
    expect(found).toMatchObject({ code: 0, warnings: [], problems: [] })
    expect(found.ok).toContain("database: SQLite is readable. A service uses it.")
    expect(found.ok).toContain("database: The schema is current.")
    expect(found.ok).toContain(`port: Keyward ${manifest.version} serves ${served.url}.`)
    expect(found.ok).toContain(`service: ${served.url} is ready.`)
    expect(found.ok.join("\n")).toContain(
      `calls: ${served.url} (KEYWARD_URL) accepts the key of KEYWARD_KEY: root key rk_`,
    )
    expect(JSON.stringify(found)).not.toContain(rootKey)
  })

  test("that does not run has none either, and not a file is touched", async () => {
    const other = join(folder.path, "stopped")
    expect((await runProcess(["migrate", "--data", other])).code).toBe(0)
    const before = traceOf(other)
    const found = await examine(["--data", other, "--port", freePort])
    expect(found).toMatchObject({ code: 0, warnings: [], problems: [] })
    expect(found.ok).toContain("database: SQLite is readable. No service uses it.")
    expect(found.ok).toContain(`port: ${freePort} is free. No service runs there.`)
    expect(found.ok).toContain("calls: No key is stored for this user. `keyward login` stores one.")
    expect(traceOf(other)).toEqual(before)
  })

  test("that does not exist yet is not created", async () => {
    const absent = join(folder.path, "absent", "data")
    const found = await examine(["--data", absent, "--port", "0"])
    expect(found).toMatchObject({ code: 0, warnings: [], problems: [] })
    expect(found.ok).toContain(`data folder: ${absent} does not exist yet. The first start creates it.`)
    expect(readdirSync(folder.path)).not.toContain("absent")
  })

  test("is told in lines, and in colour at a terminal only", async () => {
    const plain = await runProcess(["doctor", "--data", data, "--port", freePort])
    expect(plain).toMatchObject({ code: 0, stderr: "" })
    expect(plain.stdout).toMatch(/^ok {7}settings {5}\d set, all valid\.$/m)
    expect(plain.stdout).toEndWith("0 problems, 0 warnings.\n")
    const args = ["doctor", "--data", data, "--port", freePort]
    const coloured = startCliInTerminal(args)
    expect(await coloured.exit).toBe(0)
    expect(coloured.screen()).toContain("\u001b[32mok")
    const uncoloured = startCliInTerminal(args, { NO_COLOR: "1" })
    expect(await uncoloured.exit).toBe(0)
    expect(uncoloured.screen()).toContain("ok       settings")
    expect(uncoloured.screen()).not.toContain("\u001b[3")
  })
})

describe("a problem", () => {
  const at = ["--port", "0"]

  test.each([
    ["a recoverable key", ["keys", "create", "$API_ID", "--recoverable"]],
    ["a webhook", ["webhooks", "create", "https://hooks.example/keyward", "--types", "*"]],
  ])(
    "with encryption keys of %s: one that is needed and not set, and one that should be replaced",
    async (_, create) => {
      const [older, newer] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString("base64"))
      const encrypted = join(folder.path, `encrypted ${create[0]}`)
      const encrypting = await startServe(["--data", encrypted], { KEYWARD_ENCRYPTION_KEY: older ?? "" })
      const env = {
        KEYWARD_URL: encrypting.url,
        KEYWARD_KEY: firstKeysOf(encrypting).rootKey,
      }
      const { stdout: apiId } = await runHere(["apis", "create-api", "--name", "Payments", "--only", "apiId"], { env })
      const args = create.map((arg) => (arg === "$API_ID" ? apiId.trim() : arg))
      expect((await runHere(args, { env })).code).toBe(0)
      encrypting.kill("SIGTERM")
      await encrypting.exit

      const aboutKeys = async (keys: string) => {
        const found = await examine(["--data", encrypted, ...at], { KEYWARD_ENCRYPTION_KEYS: keys })
        return [...found.problems, ...found.warnings, ...found.ok].find((line) => /ncryption key/.test(line))
      }
      expect(await aboutKeys("")).toMatch(
        /Recoverable keys or webhooks need encryption key [\da-f]{16}, which is not set\./,
      )
      expect(await aboutKeys(newer ?? "")).toContain("which is not set.")
      expect(await aboutKeys(`${newer},${older}`)).toContain(
        "Recoverable keys or webhooks are under an older encryption key.",
      )
      expect(await aboutKeys(older ?? "")).toMatch(
        /Encryption key [\da-f]{16} encrypts recoverable keys and webhooks\./,
      )
    },
  )

  test("with settings: every wrong one is named, and those that do not exist", async () => {
    const env = { KEYWARD_PORT: "x", KEYWARD_LOG: "loud", KEYWARD_DATABSE_URL: "postgres://secret@x" }
    const { problems, warnings } = await examine([], env)
    expect(problems).toEqual([
      'settings: KEYWARD_PORT must be a port number from 0 to 65535, not "x".',
      'settings: KEYWARD_LOG must be json, text or otel, not "loud".',
    ])
    expect(warnings).toEqual([
      "settings: There is no setting KEYWARD_DATABSE_URL; it is ignored. Did you mean KEYWARD_DATABASE_URL?",
    ])
  })

  test("with settings that do not go together", async () => {
    const { problems } = await examine(["--data", data, ...at], { KEYWARD_NODES_PER_HOST: "2" })
    expect(problems[0]).toStartWith("settings: KEYWARD_NODES_PER_HOST needs PostgreSQL")
  })

  test("with rights: what is open to others, and what cannot be written", async () => {
    const open = join(folder.path, "open")
    await runProcess(["migrate", "--data", open])
    chmodSync(open, 0o755)
    chmodSync(join(open, "keyward.db"), 0o644)
    const { code, warnings } = await examine(["--data", open, ...at])
    expect(code).toBe(0)
    expect(warnings).toEqual([
      `data folder: ${open} is open to other users (mode 0755).`,
      `data folder: ${join(open, "keyward.db")} is open to other users (mode 0644).`,
    ])
    // Root may write anywhere but in /proc.
    const closed = process.getuid?.() === 0 ? "/proc" : join(folder.path, "closed")
    if (closed !== "/proc") mkdirSync(closed, { mode: 0o500 })
    const unwritable = await examine(["--data", join(closed, "data"), ...at])
    expect(unwritable.problems[0]).toMatch(
      closed === "/proc" ? /^data folder: 0\.0 GiB/ : /^data folder: .* not ours to write/,
    )
    expect((await examine(["--data", join(data, "keyward.db"), ...at])).problems[0]).toEndWith("keyward.db is a file.")
  })

  test("with the database file", async () => {
    const damaged = join(folder.path, "damaged")
    mkdirSync(damaged, { mode: 0o700 })
    writeFileSync(join(damaged, "keyward.db"), "This is no database. ".repeat(500), { mode: 0o600 })
    const { problems } = await examine(["--data", damaged, ...at])
    expect(problems[0]).toStartWith(`database: The database ${join(damaged, "keyward.db")} cannot be read`)
  })

  test("with a schema that is too new, or behind", async () => {
    const newer = join(folder.path, "newer")
    await runProcess(["migrate", "--data", newer])
    const file = new Database(join(newer, "keyward.db"))
    file.run("insert into schema_migrations (name, applied_at) values ('9999-from-the-future', 0)")
    expect((await examine(["--data", newer, ...at])).problems).toEqual([
      "database: A newer version of Keyward has changed the schema (9999-from-the-future).",
    ])
    file.run("delete from schema_migrations where name like '9999%'")
    file.close()
    const list = migrations as readonly Migration[] as Migration[]
    list.push({ name: "9999-later", statements: () => [] })
    expect((await examine(["--data", newer, ...at])).warnings).toEqual([
      "database: Migrations are pending: 9999-later.",
    ])
    list.pop()
  })

  test("with the port: something else answers, or it is not ours to have", async () => {
    const other = Bun.serve({ port: 0, fetch: () => new Response("hello") })
    expect((await examine(["--data", data, "--port", String(other.port)])).problems).toEqual([
      `port: Another program listens on http://localhost:${other.port}.`,
    ])
    await other.stop(true)
    const { problems } = await examine(["--data", data, "--host", "192.0.2.1", "--port", freePort])
    expect(problems[0]).toStartWith(`port: Keyward cannot listen on 192.0.2.1:${freePort}`)
  })

  test("with what is stored for calls", async () => {
    const refused = await examine(["--data", data, ...at], { KEYWARD_URL: served.url, KEYWARD_KEY: "unknown" })
    expect(refused.problems[0]).toStartWith(`calls: ${served.url} (KEYWARD_URL) refuses the key of KEYWARD_KEY: `)
    const unreached = await examine(["--data", data, ...at, "--url", "http://localhost:1"], { KEYWARD_KEY: "x" })
    expect(unreached.problems).toEqual(["calls: No Keyward service responds at http://localhost:1 (--url)."])
    const config = join(folder.path, "config")
    mkdirSync(config)
    writeFileSync(join(config, "profiles.json"), '{"profiles":{}}', { mode: 0o644 })
    const open = await examine(["--data", data, ...at], { KEYWARD_CONFIG_DIR: config })
    expect(open.problems[0]).toContain("Run `chmod 600")
  })
})

describe("a service that runs", () => {
  test("of another version, with another time, or that is not ready, is told of", async () => {
    const pages: Record<string, unknown> = {
      "/openapi.json": { info: { title: "Keyward", version: "99.0.0" } },
      "/readyz": { meta: {}, error: { detail: "The server is stopping." } },
    }
    const other = Bun.serve({
      port: 0,
      fetch(request) {
        const { pathname } = new URL(request.url)
        const headers = { Date: new Date(Date.now() - 3_600_000).toUTCString() }
        return Response.json(pages[pathname], { status: pathname === "/readyz" ? 503 : 200, headers })
      },
    })
    const found = await examine(["--data", data, "--port", String(other.port)])
    const address = `http://localhost:${other.port}`
    expect(found.problems).toEqual([`service: ${address} is not ready: The server is stopping.`])
    expect(found.warnings).toEqual([
      `service: The service has version 99.0.0, and this program has ${manifest.version}.`,
      expect.stringMatching(/^clock: The clock of this machine is 3,(599|600|601) seconds ahead of that of http/),
    ])
    await other.stop(true)
  })

  test("without the Redis that it counts on is told of", async () => {
    const redis = await startRedisServer()
    const limited = await startServe(["--data", join(folder.path, "limited")], { KEYWARD_REDIS_URL: redis.url })
    await redis.stop()
    const args = ["--data", join(folder.path, "limited"), "--port", String(limited.port)]
    const told = "service: Rate limits are down: the service cannot reach Redis."
    let problems: readonly string[] = []
    await until(
      async () => {
        problems = (await examine(args)).problems
        return problems.join() === told
      },
      () => problems.join(),
    )
    limited.kill("SIGTERM")
    await limited.exit
  })
})

describe("on PostgreSQL and Redis", () => {
  test("version, schema, rights and clocks are looked at, and nothing is created", async () => {
    const database = await createDatabase()
    const redis = await startRedisServer(["--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru"])
    const env = { KEYWARD_DATABASE_URL: database.url, KEYWARD_REDIS_URL: redis.url, KEYWARD_PORT: "0" }
    const empty = await examine([], env)
    expect(empty.problems).toEqual([])
    expect(empty.ok).toContain("database: The database is empty. The first start creates the schema.")
    expect(empty.ok.join("\n")).toMatch(/database: PostgreSQL \d+\S* is reachable\./)
    expect(empty.ok.join("\n")).toMatch(/redis: (Redis|Valkey) \d+\S* is reachable\./)
    expect(empty.ok.filter((line) => line.startsWith("clock: "))).toEqual([
      "clock: The clocks of PostgreSQL and this machine agree.",
      "clock: The clocks of Redis and this machine agree.",
    ])
    expect(empty.warnings.join("\n")).toContain(
      "redis: Redis evicts counters when its memory is full (maxmemory-policy allkeys-lru)",
    )
    expect(await redis.command("DBSIZE")).toBe(0)

    const sql = new SQL(database.url, { max: 1 })
    const [{ tables }] = await sql`select count(*)::int as tables from pg_tables where schemaname = 'public'`
    expect(tables).toBe(0)
    await sql.unsafe(
      `alter database "${new URL(database.url).pathname.slice(1)}" set default_transaction_read_only = on`,
    )
    await redis.stop()
    const worse = await examine([], env)
    expect(worse.problems[0]).toStartWith("database: PostgreSQL is read-only")
    expect(worse.problems[1]).toMatch(/^redis: Redis at 127\.0\.0\.1:\d+ cannot be used: the connection was refused/)
    await sql.close()
    await database.drop()
  })

  test("a server that is not there, or has not got the database, is told without its password", async () => {
    const nobody = `postgres://user:secret-password@127.0.0.1:${freePort}/keyward`
    const { problems } = await examine(["--port", "0"], { KEYWARD_DATABASE_URL: nobody })
    expect(problems[0]).toStartWith(`database: PostgreSQL at 127.0.0.1:${freePort} cannot be reached`)
    expect(JSON.stringify(problems)).not.toContain("secret-password")
  })
})
