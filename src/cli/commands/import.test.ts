import { afterAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Ran, runHere, startCli } from "../../../test/cli.ts"
import { queryDatabase } from "../../../test/database.ts"
import { openFingerprints } from "../../../test/fingerprint.ts"
import { engines, startKeyward, type TestServer } from "../../../test/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { type FileLine, linesIn, writeLines } from "../../../test/transfer/export-file.ts"
import { createWorld, type World } from "../../../test/world.ts"

const folder = temporaryFolder()
afterAll(() => folder.remove())

const newPath = (end = "") => join(folder.path, `${crypto.randomUUID()}${end}`)
const encryption = { KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64") }

function placeOf(storage: string): Record<string, string> {
  return { [storage.startsWith("postgres") ? "KEYWARD_DATABASE_URL" : "KEYWARD_DATA_DIR"]: storage }
}

const run = (args: readonly string[], storage: string, env = {}): Promise<Ran> =>
  runHere(args, { env: { ...encryption, ...placeOf(storage), ...env } })

/** An empty database that nobody serves. */
async function newInstallation(engine: (typeof engines)[number] = "sqlite"): Promise<string> {
  const storage = engine === "sqlite" ? newPath() : (await createDatabase()).url
  expect((await run(["migrate"], storage)).code).toBe(0)
  return storage
}

interface Exported {
  readonly server: TestServer
  readonly world: World
  /** Plaintext of a key that is recoverable. */
  readonly recoverable: string
  readonly file: string
}

/** One of everything, and a recoverable key, exported from an installation of its own. */
async function exportWorld(): Promise<Exported> {
  const server = await startKeyward({ engine: "sqlite", environment: encryption })
  const world = await createWorld(server)
  const created = {
    apiId: world.apiId,
    recoverable: true,
    ratelimits: [{ name: "requests", limit: 5, duration: 1000 }],
  }
  const { key: recoverable } = await server.ok("keys.createKey", created, { key: world.rootKey })
  const file = newPath(".ndjson")
  expect((await run(["export", file, "--workspace", world.workspaceId, "--events"], server.storage)).code).toBe(0)
  return { server, world, recoverable, file }
}

const source = await exportWorld()
afterAll(() => source.server.stop())
const { world, file } = source
const verify = (server: TestServer, key: string, rootKey = world.rootKey) =>
  server.ok("keys.verifyKey", { key, credits: { cost: 0 } }, { key: rootKey })

/** The file with some of its lines changed, and a trailer that fits. */
function changed(change: (line: FileLine) => FileLine): string {
  const path = newPath(".ndjson")
  writeLines(path, linesIn(file).map(change))
  return path
}

const everything =
  "1 workspace, 2 root keys, 1 API, 1 permission, 1 role, 1 identity, 1 migration, 2 keys, 1 namespace, 1 override"

describe.each(engines)("an import on %s", (engine) => {
  test("brings everything in, recorded as the import's doing, and a second one finds it there", async () => {
    const storage = await newInstallation(engine)
    const first = await run(["import", file], storage)
    expect({ ...first, stdout: first.stdout.split("\n") }).toEqual({
      code: 0,
      stderr: "",
      stdout: [`Imported: ${everything}.`, expect.stringMatching(/^Left out: 1\d events\. /), ""],
    })
    const events = "select type, actor_type, actor_id, request_id from events order by sequence"
    const recorded = await queryDatabase({ storage }, events)
    expect(recorded).toHaveLength(12)
    for (const event of recorded) {
      expect(event).toMatchObject({ actor_type: "system", actor_id: "import", request_id: null })
    }
    const second = await run(["import", file], storage)
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Imported: nothing.\nAlready there: ${everything}.`),
    })
    expect(await queryDatabase({ storage }, events)).toHaveLength(12)
    const minted = "select id from keys where imported = 0"
    expect(await queryDatabase({ storage }, minted)).toEqual([])
    expect(recorded[0]).toMatchObject({ type: "workspace.created" })
    expect(await run(["audit", "verify"], storage)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Checked 1 workspace with 12 intact events: all intact."),
    })
  })

  test("that is only rehearsed says the same and changes nothing, beside a service too", async () => {
    const server = await startKeyward({ engine, environment: encryption })
    const fingerprints = await openFingerprints(server)
    const before = await fingerprints.take()
    const { code, stdout, stderr } = await run(["import", file, "--dry-run"], server.storage)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(
      new RegExp(`^Would be imported: ${everything}\\.\\nLeft out: .*\\nNothing was changed\\.\\n$`),
    )
    expect(await fingerprints.take()).toBe(before)
    await fingerprints.close()
    await server.stop()
  })

  test("that was killed is finished by the next one: every key once, every event once", async () => {
    const storage = await newInstallation(engine)
    const [template] = linesIn(file).filter(({ kind }) => kind === "key")
    const lines = linesIn(file).filter(({ kind }) => kind !== "key" && kind !== "event")
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...template,
      id: idLike(template.id, index),
      hash: randomBytes(32).toString("base64"),
      ratelimits: [],
      lastUsedAt: 1_767_225_600_000,
    }))
    const large = newPath(".ndjson")
    const at = lines.findIndex(({ kind }) => kind === "namespace")
    writeLines(large, lines.toSpliced(at, 0, ...many))
    for (const count of [200, 1_000]) {
      const child = startCli(["import", large], { ...encryption, ...placeOf(storage) })
      await untilKeys(storage, count)
      child.kill("SIGKILL")
      await child.exit
    }
    const { code, stdout } = await run(["import", large], storage)
    expect(code).toBe(0)
    const [, there = "0"] = /Already there: .* ([\d,]+) keys/.exec(stdout) ?? []
    expect(Number(there.replace(",", ""))).toBeGreaterThanOrEqual(1_000)
    expect(await countOf(storage, "keys")).toBe(3_000)
    expect(await countOf(storage, "key_usage")).toBe(3_000)
    expect(await countOf(storage, "events where type = 'key.created'")).toBe(3_000)
    expect((await run(["audit", "verify"], storage)).stdout).toContain("all intact")
  }, 40_000)
})

describe("on PostgreSQL an import beside the service", () => {
  test("is known to it when the command ends, also a key that it has just said is unknown", async () => {
    const server = await startKeyward({ engine: "postgres", environment: encryption })
    const before = await server.call("keys.verifyKey", { key: world.key }, { key: world.rootKey })
    expect(before.status).toBe(401)
    expect((await run(["import", file], server.storage)).code).toBe(0)
    expect(await verify(server, world.key)).toMatchObject({ code: "VALID", keyId: world.keyId, credits: 10 })
    const limit = { namespace: "email", identifier: "premium_1", limit: 1, duration: 1000, cost: 0 }
    const { overrideId } = await server.ok("ratelimit.limit", limit, { key: world.rootKey })
    expect(overrideId).toBe(world.overrideId)
    await server.stop()
  })
})

describe("hashes", () => {
  const secret = randomBytes(16).toString("hex")
  const hash = createHash("sha256").update(secret).digest("base64")
  const withRootKey = () => changed((line) => (line.id === world.rootKeyId ? { ...line, hash } : line))

  test("of root keys come in although a tenant has imported them, whose key is unknown from then on", async () => {
    const server = await startKeyward({ engine: "postgres" })
    const { apiId } = await server.ok("apis.createApi", { name: "Squatter" })
    await server.ok("keys.migrateKeys", { apiId, keys: [{ hash }] })
    const codeOf = async () => (await server.ok("keys.verifyKey", { key: secret })).code
    expect([await codeOf(), await codeOf()]).toEqual(["VALID", "VALID"])
    expect((await run(["import", withRootKey(), "--without-plaintexts"], server.storage)).code).toBe(0)
    expect(await codeOf()).toBe("NOT_FOUND")
    const { rootKeyId } = await server.ok("rootKeys.getRootKey", {}, { key: secret })
    expect(rootKeyId).toBe(world.rootKeyId)
    await server.stop()
  })

  test("of root keys are refused where the installation has them, deleted ones included, or minted a key with them", async () => {
    const storage = await newInstallation()
    expect((await run(["import", file], storage)).code).toBe(0)
    await queryDatabase({ storage }, "update root_keys set id = id || 'x', deleted_at = 1")
    const { code, stdout } = await run(["import", file], storage)
    expect(code).toBe(1)
    expect(stdout).toMatch(/root key rk_\w+ refused: a key or root key of this installation, possibly a deleted one,/)
  })

  test("of keys are refused where the workspace has them, deleted ones included, and no other workspace matters", async () => {
    const storage = await newInstallation()
    expect((await run(["import", file], storage)).code).toBe(0)
    await queryDatabase({ storage }, "delete from ratelimits where key_id is not null")
    await queryDatabase({ storage }, "update keys set id = id || 'x', deleted_at = 1")
    const { code, stdout } = await run(["import", file], storage)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /key key_\w+ refused: another key of the workspace, possibly a deleted one, already has its hash/,
    )
  })
})

describe("on SQLite an import", () => {
  test("is refused while a service runs on the folder, with what to do", async () => {
    const server = await startKeyward({ engine: "sqlite" })
    const { code, stderr } = await run(["import", file], server.storage)
    expect(code).toBe(1)
    expect(stderr).toContain("A server is running on the folder")
    expect(stderr).toContain("Stop it for the time of the import; --dry-run works beside it")
    await server.stop()
  })

  test("makes no database where there is none", async () => {
    const { code, stderr } = await run(["import", file], newPath())
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("There is no database in") })
  })
})

describe("what is there already", () => {
  test("and was changed since is not changed back, and the report names what differs", async () => {
    const server = await startKeyward({ engine: "postgres", environment: encryption })
    await run(["import", file], server.storage)
    const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: world.rootKey })
    await ok("keys.updateKey", { keyId: world.keyId, enabled: false, name: "Off" })
    await ok("apis.updateApi", { apiId: world.apiId, name: "Renamed" })
    const { code, stdout } = await run(["import", file], server.storage)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `: key ${world.keyId} refused: it already exists, with different values of \`name\`, \`enabled\`, \`updatedAt\`.\n`,
    )
    expect(stdout).toMatch(
      /line 5: API api_\w+ refused: it already exists, with different values of `name`, `updatedAt`\./,
    )
    expect(stdout).toContain("Refused: 2 lines, see above.")
    expect(await ok("keys.getKey", { keyId: world.keyId })).toMatchObject({ enabled: false, name: "Off" })
    await server.stop()
  })

  test("and was only used since is no different", async () => {
    const server = await startKeyward({ engine: "postgres", environment: encryption })
    await run(["import", file], server.storage)
    await server.ok("keys.verifyKey", { key: world.key }, { key: world.rootKey })
    await Bun.sleep(1_200)
    expect((await run(["import", file], server.storage)).code).toBe(0)
    expect(await verify(server, world.key)).toMatchObject({ credits: 9 })
    await server.stop()
  })
})

describe("lines that cannot be imported", () => {
  test("are refused one by one with their reason, together with what refers to them; the rest comes in", async () => {
    const storage = await newInstallation()
    const path = changed((line) => {
      if (line.kind === "permission") return { ...line, slug: "and" }
      if (line.kind === "override") return { ...line, limit: -1, colour: "blue" }
      if (line.kind === "identity") return { ...line, meta: [] }
      return line
    })
    const { code, stdout } = await run(["import", path], storage)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `line 6: permission ${world.permissionId} refused: \`slug\` must not be the word \`and\` or \`or\`.\n`,
    )
    expect(stdout).toContain(
      `role ${world.roleId} refused: it refers to the permission ${world.permissionId}, which does not exist.\n`,
    )
    expect(stdout).toContain(`identity ${world.identityId} refused: \`meta\` must be a JSON object.\n`)
    expect(stdout).toContain(
      `key ${world.keyId} refused: it refers to the permission ${world.permissionId}, which does not exist.\n`,
    )
    expect(stdout).toMatch(
      /override rlor_\w+ refused: `limit` must be at least 0; `colour` is not a member of this line\.\n/,
    )
    expect(stdout).toContain("Imported: 1 workspace, 2 root keys, 1 API, 1 migration, 1 key, 1 namespace.\n")
  })

  test("because the file has them twice", async () => {
    const path = newPath(".ndjson")
    const lines = linesIn(file)
    const at = lines.findIndex(({ kind }) => kind === "key")
    const twin = { ...lines[at], id: idLike(lines[at].id, 7), ratelimits: [] }
    writeLines(path, lines.toSpliced(at + 1, 0, twin))
    for (const mode of [["--dry-run"], []]) {
      const { code, stdout } = await run(["import", path, ...mode], await newInstallation())
      expect(code).toBe(1)
      expect(stdout).toContain(`key ${twin.id} refused: another line of the file has its id, its name or its hash.\n`)
    }
  })

  test("because what they need is taken in the installation", async () => {
    const { storage } = source.server
    const { workspaceId } = await source.server.createWorkspace("Another")
    const { code, stdout } = await run(["import", file, "--into", workspaceId, "--dry-run"], storage)
    expect(code).toBe(1)
    expect(stdout).toContain(`API ${world.apiId} refused: the id ${world.apiId} belongs to a deleted object`)
    expect(stdout).toContain("Would be imported: nothing.\n")
    const mapped = await run(["import", file, "--into", workspaceId, "--new-ids", "--dry-run"], storage)
    // Other workspaces keep no hash from it.
    expect(mapped.stdout).toContain(
      "1 API, 1 permission, 1 role, 1 identity, 1 migration, 2 keys, 1 namespace, 1 override.",
    )
  })
})

describe("into another workspace", () => {
  test("everything comes with new ids, and what has the same name and content is used instead", async () => {
    const server = await startKeyward({ engine: "postgres", environment: encryption })
    const { rootKey, workspaceId } = server
    const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: rootKey })
    const { permissionId } = await ok("permissions.createPermission", { name: "Read", slug: "documents.read" })
    const { roleId } = await ok("permissions.createRole", { name: "editor", permissions: ["documents.read"] })
    const { identityId } = await ok("identities.createIdentity", { externalId: "user_42" })
    const into = ["import", file, "--into", workspaceId, "--new-ids"]
    const rehearsed = await run([...into, "--dry-run"], server.storage)
    const { code, stdout } = await run(into, server.storage)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Imported: 1 API, 1 migration, 2 keys, 1 namespace, 1 override\.\nAlready there: 1 permission, 1 role, 1 identity\.\nLeft out: 1 workspace, 2 root keys, 1\d events\./,
    )
    expect(rehearsed.stdout).toBe(`${stdout.replace("Imported", "Would be imported")}Nothing was changed.\n`)
    const verdict = await verify(server, world.key, rootKey)
    expect(verdict).toMatchObject({ code: "VALID", permissions: ["documents.read"], roles: ["editor"], credits: 10 })
    expect(verdict.identity.id).toBe(identityId)
    expect(verdict.keyId).not.toBe(world.keyId)
    expect((await ok("permissions.listPermissions", {})).map(({ id }: { id: string }) => id)).toEqual([permissionId])
    expect((await ok("permissions.listRoles", {})).map(({ id }: { id: string }) => id)).toEqual([roleId])
    const { keyId } = await verify(server, source.recoverable, rootKey)
    expect(await ok("keys.getKey", { keyId, decrypt: true })).toMatchObject({ plaintext: source.recoverable })
    expect((await server.call("keys.whoami", {}, { key: world.rootKey })).status).toBe(401)
    const again = await run(into, server.storage)
    expect(again.stdout).toMatch(/^Imported: nothing\.\nAlready there: 1 API, 1 permission, 1 role, .* 2 keys,/)
    expect((await run(["audit", "verify"], server.storage)).code).toBe(0)
    await server.stop()
  })

  test("what has the same name and other content is refused, together with what needs it", async () => {
    const server = await startKeyward({ engine: "postgres", environment: encryption })
    const { permissionId } = await server.ok("permissions.createPermission", { name: "Other", slug: "documents.read" })
    const args = ["import", file, "--into", server.workspaceId, "--new-ids"]
    const { code, stdout } = await run(args, server.storage)
    expect(code).toBe(1)
    expect(stdout).toContain(`refused: ${permissionId} already has the slug \`documents.read\`.\n`)
    expect(stdout).toContain("Refused: 3 lines, see above.")
    await server.stop()
  })

  test("of the same installation keys can go once they are deleted for good at the old one", async () => {
    const server = await startKeyward({ engine: "postgres" })
    const old = await createWorld(server)
    const path = newPath(".ndjson")
    await run(["export", path, "--workspace", old.workspaceId], server.storage)
    await server.ok("keys.deleteKey", { keyId: old.keyId, permanent: true }, { key: old.rootKey })
    const { code, stdout } = await run(["import", path, "--into", server.workspaceId, "--new-ids"], server.storage)
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("1 key, ") })
    expect(await verify(server, old.key, server.rootKey)).toMatchObject({ code: "VALID", credits: 10 })
    await server.stop()
  })

  test("that does not exist, or whose own id was deleted, nothing is imported", async () => {
    const storage = await newInstallation("postgres")
    const nowhere = await run(["import", file, "--into", "ws_nobody"], storage)
    expect(nowhere).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("There is no workspace ws_nobody."),
    })
    const server = await startKeyward({ engine: "postgres", environment: encryption })
    await run(["import", file], server.storage)
    const disabling = { workspaceId: world.workspaceId, reason: "account_closure" }
    await server.ok("workspaces.disableWorkspace", disabling, { key: server.operatorKey })
    await server.ok("workspaces.deleteWorkspace", { workspaceId: world.workspaceId }, { key: server.operatorKey })
    const { code, stderr } = await run(["import", file], server.storage)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("was deleted in this installation") })
    await server.stop()
  })
})

describe("recoverable keys", () => {
  test("need the encryption key they were sealed under, or stay behind as plaintexts", async () => {
    const storage = await newInstallation()
    const withoutKey = await runHere(["import", file], { env: placeOf(storage) })
    expect(withoutKey.code).toBe(1)
    expect(withoutKey.stdout).toContain(
      "refused: it is recoverable, but no encryption key is set. Set KEYWARD_ENCRYPTION_KEY",
    )
    const other = { KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64") }
    const underOther = await run(["import", file], storage, other)
    expect(underOther.stdout).toContain("refused: it is encrypted with another encryption key.")
    const dropping = ["import", file, "--without-plaintexts"]
    expect(await run(dropping, storage, other)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Imported: 1 key."),
    })
    expect(await run(dropping, storage, other)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Imported: nothing."),
    })
    expect(await countOf(storage, "keys where ciphertext is not null")).toBe(0)
  })

  test("are encrypted with the newest of several encryption keys", async () => {
    const storage = await newInstallation()
    const own = randomBytes(32).toString("base64")
    const keys = { KEYWARD_ENCRYPTION_KEY: "", KEYWARD_ENCRYPTION_KEYS: `${own},${encryption.KEYWARD_ENCRYPTION_KEY}` }
    expect(await run(["import", file], storage, keys)).toMatchObject({ code: 0 })
    const place = { ...placeOf(storage), KEYWARD_ENCRYPTION_KEY: own }
    expect(await runHere(["rotate-encryption", "--check"], { env: place })).toMatchObject({ code: 0, stderr: "" })
    expect(await countOf(storage, "keys where ciphertext is not null")).toBe(1)
  })

  test("whose ciphertext holds another key are refused", async () => {
    const path = changed((line) =>
      line.ciphertext === undefined ? line : { ...line, hash: randomBytes(32).toString("base64") },
    )
    const { stdout } = await run(["import", path], await newInstallation())
    expect(stdout).toContain("refused: its ciphertext and its hash belong to different keys.")
  })
})

describe("a file that is not whole", () => {
  test("changes nothing at all", async () => {
    const storage = await newInstallation()
    const text = readFileSync(file, "utf8")
    const path = newPath()
    const broken = [
      [text.slice(0, -200), "not JSON"],
      [text.split("\n").slice(0, -2).join("\n"), "The file was truncated"],
      [text.replace('"enabled":true', '"enabled":false'), "The file was altered"],
      [text.replace('"version":2', '"version":9'), "version 9 of the export format"],
      ["hash\nabc\n", "To import a CSV file, add --from csv."],
      ["", "The file is empty."],
    ] as const
    for (const [content, message] of broken) {
      writeFileSync(path, content)
      for (const mode of [["--dry-run"], []]) {
        const { code, stdout, stderr } = await run(["import", path, ...mode], storage)
        expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(message) })
      }
    }
    expect(await countOf(storage, "workspaces")).toBe(0)
    expect(await countOf(storage, "events")).toBe(0)
  })

  test("because it is missing or a folder is named", async () => {
    const storage = await newInstallation()
    expect((await run(["import", newPath()], storage)).stderr).toContain("There is no file")
    expect((await run(["import", folder.path], storage)).stderr).toContain("is not a file. Name the file to import.")
  })
})

test("the report can be had as JSON", async () => {
  const storage = await newInstallation()
  const path = changed((line) => (line.kind === "override" ? { ...line, limit: -1 } : line))
  const { code, stdout } = await run(["import", path, "--json", "--dry-run"], storage)
  expect(code).toBe(1)
  const report = JSON.parse(stdout)
  expect(report.imported).toMatchObject({ workspace: 1, key: 2 })
  expect(report.refusals).toHaveLength(1)
  expect(report.refusals[0]).toMatchObject({ id: world.overrideId, reason: "`limit` must be at least 0" })
})

test.each([
  [["import"], "Name the file to import."],
  [["import", "a", "b"], 'Unexpected argument "b"'],
  [["import", "a", "--new-ids"], "--new-ids needs --into."],
  [["import", "a", "--api", "api_1"], "--api needs --from csv or --from better-auth."],
  [["import", "a", "--from", "excel"], '--from must be one of keyward, csv, better-auth, not "excel".'],
  [["import", "--from", "csv", "a"], "--api is missing"],
  [["import", "--from", "csv", "a", "--into", "ws"], "--into cannot be used with --from csv."],
  [["import", "--from", "better-auth", "--api", "x"], "--source is missing"],
  [["import", "--from", "better-auth", "a", "--api", "x"], "Did you mean --source a?"],
  [
    ["import", "--from", "better-auth", "--api", "x", "--source", "mysql://x"],
    "--source must be sqlite:FILE or an address",
  ],
  [["import", "--from", "better-auth", "--api", "x", "--source", "env:NOT_SET"], "NOT_SET is not set"],
])("the command line %j is wrong", async (args, message) => {
  const { code, stderr } = await runHere(args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

/** Another id that looks like this one. */
function idLike(id: string, index: number): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  const digits = [0, 1, 2].map((place) => alphabet[Math.floor(index / 58 ** place) % 58])
  return `${id.slice(0, -4)}${digits.reverse().join("")}1`
}

async function countOf(storage: string, rows: string): Promise<number> {
  const [row] = await queryDatabase({ storage }, `select count(*) as count from ${rows}`)
  return Number(row?.count)
}

async function untilKeys(storage: string, count: number): Promise<void> {
  const deadline = Date.now() + 15_000
  while ((await countOf(storage, "keys")) < count) {
    if (Date.now() > deadline) throw new Error(`There are no ${count} keys.`)
    await Bun.sleep(5)
  }
}
