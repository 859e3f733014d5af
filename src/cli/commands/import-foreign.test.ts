import { Database } from "bun:sqlite"
import { afterAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { apiKeyTable } from "../../../test/better-auth-table.ts"
import { type Ran, runHere, startCli } from "../../../test/cli.ts"
import { queryDatabase } from "../../../test/database.ts"
import { openFingerprints } from "../../../test/fingerprint.ts"
import { startKeyward } from "../../../test/harness.ts"
import { openFolder } from "../../../test/opened-store.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { addApi } from "../../storage/conformance/fixtures.ts"

const folder = temporaryFolder()
const server = await startKeyward({ engine: "postgres" })
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const operator = { type: "operator", id: "operator" } as const
const newPath = (end = "") => join(folder.path, `${crypto.randomUUID()}${end}`)
const run = (...args: string[]): Promise<Ran> =>
  runHere(["import", ...args], { env: { KEYWARD_DATABASE_URL: server.storage } })
const verify = (key: string, more = {}) => server.ok("keys.verifyKey", { key, ...more })
const newApi = async (): Promise<string> => (await server.ok("apis.createApi", { name: "Imported" })).apiId
const hex = (text: string) => createHash("sha256").update(text).digest("hex")
const base64url = (text: string) => createHash("sha256").update(text).digest("base64url")

function csv(text: string): string {
  const path = newPath(".csv")
  writeFileSync(path, text)
  return path
}

describe("hashes from CSV", () => {
  test("become keys that work at once, with everything their columns say", async () => {
    const apiId = await newApi()
    await server.ok("permissions.createRole", { name: "editor", permissions: ["documents.read"] })
    const [plain, long] = [crypto.randomUUID(), crypto.randomUUID()]
    const path = csv(
      `hash,algorithm,name,externalId,enabled,expires,createdAt,lastUsedAt,start,permissions,roles,credits,refill,ratelimits,meta\r
${hex(plain)},,"Acme, Inc. ""CI""",user_1,true,2099-01-01T00:00:00Z,2024-05-01T00:00:00Z,1767225600000,abcd,a.read b.write,"[""editor""]",5,"{""interval"":""daily"",""amount"":9}","[{""name"":""requests"",""limit"":10,""duration"":60000,""autoApply"":true}]","{""plan"":""pro""}"\r
${hex(long)},prefixed_api_key,,,,,,,,,,,,,\r
${hex(`${plain}-off`)},,,user_1,false,,,,,,,,,,\r
`,
    )
    const { code, stdout, stderr } = await run("--from", "csv", path, "--api", apiId)
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "Imported: 3 keys.\n", stderr: "" })
    const verdict = await verify(plain, { permissions: "a.read AND b.write AND documents.read" })
    expect(verdict).toMatchObject({
      code: "VALID",
      name: 'Acme, Inc. "CI"',
      credits: 4,
      meta: { plan: "pro" },
      expires: Date.UTC(2099, 0, 1),
      identity: { externalId: "user_1" },
      ratelimits: [{ name: "requests", limit: 10, remaining: 9 }],
    })
    const shown = await server.ok("keys.getKey", { keyId: verdict.keyId })
    expect(shown).toMatchObject({ createdAt: Date.UTC(2024, 4, 1), start: "abcd", apiId })
    expect(await verify(`shop_x1_${long}`)).toMatchObject({ code: "VALID" })
    expect(await verify(`${plain}-off`)).toMatchObject({ code: "DISABLED" })
    const [event] = await server.events({ resourceId: verdict.keyId })
    expect(event).toMatchObject({ type: "key.created", actor: { type: "system", id: "import" } })
  })

  test("that are there already are left alone, also a key that was adopted since, and one that was deleted", async () => {
    const apiId = await newApi()
    const [plain, long, revoked] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const rows = [`${hex(plain)},sha256`, `${hex(long)},prefixed_api_key`, `${hex(revoked)},prefixed_api_key`]
    const path = csv(`hash,algorithm\n${rows.join("\n")}\n`)
    const args = ["--from", "csv", path, "--api", apiId]
    expect((await run(...args)).stdout).toBe("Imported: 3 keys.\n")
    expect((await run(...args)).stdout).toBe("Imported: nothing.\nAlready there: 3 keys.\n")
    await verify(`shop_x1_${long}`)
    const { keyId } = await verify(`shop_x2_${revoked}`)
    await server.ok("keys.deleteKey", { keyId })
    const third = await run(...args)
    expect(third).toMatchObject({
      code: 1,
      stdout:
        "line 4: key refused: it was imported before and has been deleted.\nImported: nothing.\nAlready there: 2 keys.\nRefused: 1 line, see above.\n",
    })
    expect(await verify(`shop_x2_${revoked}`)).toEqual({ valid: false, code: "NOT_FOUND" })
  })

  test("that cannot be imported are refused by line, rehearsed or not, and the rest comes in", async () => {
    const apiId = await newApi()
    const { apiId: otherApi } = { apiId: await newApi() }
    const [taken, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
    await run("--from", "csv", csv(`hash\n${hex(taken)}\n`), "--api", otherApi)
    const path = csv(`hash,roles,permissions,name
nonsense,,,
${hex(taken)},,,
${hex(fresh)},,,
${hex(fresh)},,,
${hex("1")},"[""nobody""]",,
${hex("2")},,and,
${hex("3")},,,${"x".repeat(300)}
${hex("4")}
`)
    const fingerprints = await openFingerprints(server)
    const before = await fingerprints.take()
    const rehearsed = await run("--from", "csv", path, "--api", apiId, "--dry-run")
    expect(await fingerprints.take()).toBe(before)
    await fingerprints.close()
    const { code, stdout } = await run("--from", "csv", path, "--api", apiId)
    expect(code).toBe(1)
    expect(stdout.split("\n")).toEqual([
      "line 2: key refused: `hash` must be a SHA-256 as 64 hex digits or as 44 characters of padded base64.",
      "line 3: key refused: another key of the workspace, possibly a deleted one, already has its hash.",
      "line 5: key refused: an earlier line has its hash.",
      'line 6: key refused: the workspace has no role "nobody".',
      "line 7: key refused: `permissions[0]` must not be the word `and` or `or`.",
      "line 8: key refused: `name` must have at most 255 characters.",
      "line 9: key refused: it has 1 fields instead of 4.",
      "Imported: 1 key.",
      "Refused: 7 lines, see above.",
      "",
    ])
    expect(rehearsed.stdout).toBe(`${stdout.replace("Imported", "Would be imported")}Nothing was changed.\n`)
    expect(await verify(fresh)).toMatchObject({ code: "VALID" })
  })

  test("of a changed line are refused with what differs, and nothing is changed", async () => {
    const apiId = await newApi()
    const key = crypto.randomUUID()
    const importing = (name: string) =>
      run("--from", "csv", csv(`hash,name,externalId\n${hex(key)},${name},u\n`), "--api", apiId)
    await importing("one")
    const { code, stdout } = await importing("two")
    expect(code).toBe(1)
    expect(stdout).toMatch(/^line 2: key refused: it already exists as key_\w{22}, with different values of `name`\.\n/)
    expect(await verify(key)).toMatchObject({ name: "one" })
  })

  test("in a broken file change nothing, and neither do those for an API that there is not", async () => {
    const apiId = await newApi()
    const hash = hex(crypto.randomUUID())
    for (const [text, message] of [
      [`hash\n${hash}\n"${hash}`, "is not closed"],
      [`hash,nome\n${hash},x\n`, "Did you mean name?"],
      ["", "The file is empty"],
    ] as const) {
      const { code, stderr } = await run("--from", "csv", csv(text), "--api", apiId)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) })
    }
    const nowhere = await run("--from", "csv", csv(`hash\n${hash}\n`), "--api", "api_nobody")
    expect(nowhere.stderr).toBe("There is no API api_nobody. Create it first.\n")
    expect(await server.ok("keys.listKeys", { apiId })).toEqual([])
  })

  test("respect the quotas of the workspace", async () => {
    const other = await server.createWorkspace()
    const limits = { keys: 1 }
    await server.ok(
      "workspaces.updateWorkspace",
      { workspaceId: other.workspaceId, limits },
      { key: server.operatorKey },
    )
    const { apiId } = await server.ok("apis.createApi", { name: "Small" }, { key: other.rootKey })
    const path = csv(`hash\n${hex(crypto.randomUUID())}\n${hex(crypto.randomUUID())}\n`)
    const { code, stderr } = await run("--from", "csv", path, "--api", apiId)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("would exceed `limits.keys`") })
  })

  test("of an import that was killed are finished by the next one", async () => {
    const data = newPath()
    await runHere(["migrate", "--data", data])
    const opened = await openFolder(data)
    const api = await addApi(opened.store)
    // A chain that does not begin with its workspace counts as broken.
    const scope = { workspaceId: api.workspaceId, actor: operator, requestId: null, now: 1 }
    await opened.store.transaction(scope, async (tx) =>
      tx.record({
        type: "workspace.created",
        workspaceId: api.workspaceId,
        resources: [{ type: "workspace", id: api.workspaceId }],
        changes: { before: null, after: {} },
      }),
    )
    await opened.close()
    const rows = Array.from(
      { length: 4_000 },
      (_, index) => `${hex(`${api.id}${index}`)},user_${index % 50},p.${index % 9}`,
    )
    const path = csv(`hash,externalId,permissions\n${rows.join("\n")}\n`)
    const args = ["import", "--from", "csv", path, "--api", api.id, "--data", data]
    const child = startCli(args)
    await untilKeys(data, 600)
    child.kill("SIGKILL")
    await child.exit
    const { code, stdout } = await runHere(args)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Imported: [\d,]+ keys\.\nAlready there: /),
    })
    const counts = `select (select count(*) from keys) as keys, (select count(*) from identities) as identities,
      (select count(*) from permissions) as permissions, (select count(*) from events) as events`
    expect(await queryDatabase({ storage: data }, counts)).toEqual([
      { keys: 4_000, identities: 50, permissions: 9, events: 4_060 },
    ])
    expect((await runHere(["audit", "verify", "--data", data])).code).toBe(0)
  }, 30_000)
})

interface Source {
  readonly place: string
  /** How a time and a truth value are written there. */
  time(iso: string): string
  truth(value: boolean): string
  execute(statement: string): Promise<unknown>
}

async function sqliteSource(): Promise<Source> {
  const path = newPath(".db")
  const file = new Database(path, { create: true })
  file.run(apiKeyTable({ time: "date", truth: "integer" }))
  return {
    place: `sqlite:${path}`,
    time: (iso) => `'${iso}'`,
    truth: (value) => String(Number(value)),
    execute: async (statement) => file.run(statement),
  }
}

async function postgresSource(): Promise<Source> {
  const { url } = await createDatabase()
  const execute = async (statement: string) => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe(statement)
  }
  await execute(apiKeyTable({ time: "timestamptz", truth: "boolean" }))
  return { place: url, time: (iso) => `'${iso}'`, truth: String, execute }
}

const columns = ["id", "name", "start", "key", "userId", "enabled", "rateLimitEnabled", "rateLimitTimeWindow"]
const moreColumns = [
  "rateLimitMax",
  "remaining",
  "refillInterval",
  "refillAmount",
  "expiresAt",
  "permissions",
  "metadata",
]

async function addKeys(source: Source, rows: readonly Readonly<Record<string, string>>[]): Promise<void> {
  const names = [...columns, ...moreColumns]
  const values = rows.map((row) => {
    const times = [source.time("2025-03-01T00:00:00.000Z"), source.time("2025-03-01T00:00:00.000Z")]
    return `(${[...names.map((name) => row[name] ?? "null"), ...times].join(", ")})`
  })
  const listed = [...names, "createdAt", "updatedAt"].map((name) => `"${name}"`).join(", ")
  await source.execute(`insert into apikey (${listed}) values ${values.join(", ")}`)
}

describe.each([
  ["SQLite", sqliteSource],
  ["PostgreSQL", postgresSource],
] as const)("the keys of better-auth in %s", (_name, open) => {
  test("become keys that work at once; what has no counterpart is refused", async () => {
    const source = await open()
    const { truth } = source
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const plain = { userId: "'u1'", enabled: truth(true), rateLimitEnabled: truth(false) }
    await addKeys(source, [
      {
        ...plain,
        id: "'k1'",
        name: "'CI'",
        start: "'abcdef'",
        key: `'${base64url(one)}'`,
        rateLimitEnabled: truth(true),
        rateLimitMax: "10",
        rateLimitTimeWindow: "86400000",
        remaining: "5",
        refillInterval: "86400000",
        refillAmount: "100",
        expiresAt: source.time("2099-01-01T00:00:00.000Z"),
        permissions: `'{"files":["read","write"]}'`,
        metadata: `'{"plan":"pro"}'`,
      },
      { ...plain, id: "'k2'", key: `'${base64url(two)}'`, enabled: truth(false) },
      {
        ...plain,
        id: "'k3'",
        key: `'${base64url(`${one}3`)}'`,
        remaining: "3",
        refillInterval: "1000",
        refillAmount: "5",
      },
      { ...plain, id: "'k4'", key: "'in clear'" },
      {
        ...plain,
        id: "'k5'",
        key: `'${base64url(`${one}5`)}'`,
        rateLimitEnabled: truth(true),
        rateLimitMax: "5",
        rateLimitTimeWindow: "10",
      },
    ])
    const apiId = await newApi()
    const args = ["--from", "better-auth", "--source", source.place, "--api", apiId]
    const rehearsed = await run(...args, "--dry-run")
    const { code, stdout } = await run(...args)
    expect(code).toBe(1)
    expect(stdout.split("\n")).toEqual([
      "row 3: key k3 refused: it refills every 1000 ms, but Keyward refills daily or monthly; --without-refills imports it with its remaining 3 credits and no refill.",
      "row 4: key k4 refused: `key` is not a SHA-256 in base64url: better-auth stored this key in plaintext, or with another hash.",
      "row 5: key k5 refused: `ratelimits[0].duration` must be at least 1000.",
      "Imported: 2 keys.",
      "Refused: 3 rows, see above.",
      "",
    ])
    expect(rehearsed.stdout).toBe(`${stdout.replace("Imported", "Would be imported")}Nothing was changed.\n`)
    expect(await verify(one, { permissions: "files.read AND files.write" })).toMatchObject({
      code: "VALID",
      name: "CI",
      credits: 4,
      meta: { plan: "pro" },
      expires: Date.UTC(2099, 0, 1),
      identity: { externalId: "u1" },
      ratelimits: [{ name: "requests", limit: 10, duration: 86_400_000, autoApply: true }],
    })
    const { keyId } = await verify(two)
    expect(await server.ok("keys.getKey", { keyId })).toMatchObject({ enabled: false, createdAt: Date.UTC(2025, 2, 1) })
    const again = await run(...args, "--without-refills")
    expect(again.stdout).toContain("Imported: 1 key.\nAlready there: 2 keys.\nRefused: 2 rows, see above.\n")
  })

  test("are read in pages, and the table keeps every row as it was", async () => {
    const source = await open()
    const rows = Array.from({ length: 450 }, (_, index) => ({
      id: `'id_${String(index).padStart(4, "0")}'`,
      key: `'${base64url(`${source.place}${index}`)}'`,
      userId: `'u${index % 7}'`,
      enabled: source.truth(true),
    }))
    await addKeys(source, rows)
    const apiId = await newApi()
    const { code, stdout } = await run("--from", "better-auth", "--source", source.place, "--api", apiId)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Imported: 450 keys.\n" })
    expect(await verify(`${source.place}449`)).toMatchObject({ code: "VALID", identity: { externalId: "u1" } })
  })
})

describe("a source that is none", () => {
  const importing = async (place: string, ...more: string[]) => {
    const { code, stderr } = await run("--from", "better-auth", "--source", place, "--api", await newApi(), ...more)
    expect(code).toBe(1)
    return stderr
  }

  test("is named with what is wrong, and without its password", async () => {
    const { place, execute } = await sqliteSource()
    expect(await importing(place, "--table", "api_keys")).toContain("cannot be read: no such table: api_keys.")
    await execute("create table users (id text)")
    expect(await importing(place, "--table", "users")).toContain(
      "The table is not a better-auth table: it lacks the column key",
    )
    expect(await importing(`sqlite:${newPath()}`)).toContain("There is no file")
    expect(await importing(`sqlite:${csv("no database at all, but long enough to look like one")}`)).toContain(
      "cannot be read",
    )
    const postgres = await postgresSource()
    expect(await importing(postgres.place, "--table", "auth.apikey")).toContain("does not exist")
    const away = await importing("postgres://u:secret@127.0.0.1:1/db")
    expect(away).toContain("The database postgres://127.0.0.1:1/db cannot be read")
    expect(away).not.toContain("secret")
  })

  test("may be named by the environment", async () => {
    const { place } = await sqliteSource()
    const args = ["import", "--from", "better-auth", "--source", "env:AUTH_DATABASE", "--api", await newApi()]
    const { code, stdout } = await runHere(args, {
      env: { KEYWARD_DATABASE_URL: server.storage, AUTH_DATABASE: place },
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Imported: nothing.\n" })
  })
})

async function untilKeys(storage: string, count: number): Promise<void> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const [row] = await queryDatabase({ storage }, "select count(*) as count from keys")
    if (Number(row?.count) >= count) return
    if (Date.now() > deadline) throw new Error(`There are no ${count} keys.`)
    await Bun.sleep(5)
  }
}
