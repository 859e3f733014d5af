import { describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Ran, runHere } from "../../../test/cli/cli.ts"
import { withEncryption } from "../../../test/harness/fixtures.ts"
import { engines, startKeyward } from "../../../test/harness/harness.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { createWorld } from "../../../test/harness/world.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { settingOf } from "../../../test/storage/database.ts"
import { linesIn } from "../../../test/transfer/export-file.ts"

const folder = testFolder()

const newFile = () => folder.newPath(".ndjson")

describe.each(engines)("an export on %s", (engine) => {
  const server = serveKeyward({ engine, environment: withEncryption() })
  const exported = (...args: string[]): Promise<Ran> => runHere(["export", ...args], { env: settingOf(server.storage) })

  test("holds everything the workspace has and nothing of others, while it is served", async () => {
    const world = await createWorld(server)
    await createWorld(server)
    const file = newFile()
    const { code, stdout, stderr } = await exported(file, "--workspace", world.workspaceId)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/: ws_\w{22}, [\d,]+ bytes\.\n/)
    expect(stdout).toContain(
      "Exported: 1 workspace, 2 root keys, 1 API, 1 permission, 1 role, 1 plan, 1 identity, 1 migration, 1 key, 1 namespace, 1 override, 1 webhook, 1 portal.",
    )
    const ids = linesIn(file).flatMap(({ id }) => id ?? [])
    expect(ids).toEqual([
      ...[world.workspaceId, world.rootKeyId, world.otherRootKeyId, world.apiId, world.permissionId, world.roleId],
      ...[world.planId, world.identityId, world.migrationId, world.keyId, world.namespaceId, world.overrideId],
      world.otherIds.webhookId,
      expect.stringMatching(/^ptl_/),
    ])
  })

  test("is for its owner's eyes only, and holds no plaintext, also not that of a recoverable key", async () => {
    const world = await createWorld(server)
    const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: world.rootKey })
    const { key } = await ok("keys.createKey", { apiId: world.apiId, recoverable: true, prefix: "acme" })
    const file = newFile()
    expect((await exported(file, "--workspace", world.workspaceId, "--events")).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, "utf8")
    for (const secret of [world.key, world.rootKey, key, server.operatorKey]) expect(text).not.toContain(secret)
    const hash = new Bun.CryptoHasher("sha256").update(key).digest("base64")
    expect(linesIn(file).find((line) => line.hash === hash)).toMatchObject({
      algorithm: "sha256",
      start: expect.stringMatching(/^acme_.{4}$/),
      ciphertext: expect.any(String),
    })
  })

  test("has the events with their chain if they are wanted", async () => {
    const { workspaceId } = await createWorld(server)
    const [full, without] = [newFile(), newFile()]
    expect((await exported(full, "--workspace", workspaceId, "--events")).stdout).toMatch(
      /, 1 override, 1 webhook, 1 portal, 1\d events\./,
    )
    expect((await exported(without, "--workspace", workspaceId)).stdout).not.toContain("event")
    const events = linesIn(full).filter(({ kind }) => kind === "event")
    expect(events[0]).toMatchObject({ type: "workspace.created", previousHash: "" })
    for (const event of events) expect(event).toMatchObject({ chainVersion: 2 })
    expect(events.slice(1).map(({ previousHash }) => previousHash)).toEqual(events.slice(0, -1).map(({ hash }) => hash))
  })

  test("shows one moment: it contains every object that it refers to, also during changes", async () => {
    const { rootKey, apiId, workspaceId } = await createWorld(server)
    let isDone = false
    const churn = async () => {
      for (let count = 0; !isDone; count++) {
        const externalId = `churn_${count}`
        const { keyId } = await server.ok(
          "keys.createKey",
          { apiId, externalId, permissions: [`p${count}`] },
          { key: rootKey },
        )
        if (count % 3 === 0) await server.ok("keys.deleteKey", { keyId }, { key: rootKey })
        if (count % 4 === 0) await server.ok("identities.deleteIdentity", { identity: externalId }, { key: rootKey })
        if (count % 5 === 0)
          await server.ok("permissions.deletePermission", { permission: `p${count}` }, { key: rootKey })
      }
    }
    const churning = churn()
    for (let round = 0; round < 5; round++) {
      const file = newFile()
      expect((await exported(file, "--workspace", workspaceId)).code).toBe(0)
      const lines = linesIn(file)
      const ids = new Set(lines.map(({ id }) => id))
      const referred = lines.flatMap(({ apiId, identityId, permissions = [], kind }) =>
        kind === "rootKey" ? [] : [apiId, identityId, ...permissions].filter((id) => id !== undefined),
      )
      expect(referred.filter((id) => !ids.has(id))).toEqual([])
    }
    isDone = true
    await churning
  })

  test("asks which workspace, where there are several, and names them", async () => {
    const file = newFile()
    const { code, stderr } = await exported(file)
    expect(code).toBe(1)
    expect(stderr).toContain("The installation has several workspaces. Choose one with --workspace. Workspaces: ")
    expect(stderr).toContain(`${server.workspaceId} (Test)`)
    const unknown = await exported(file, "--workspace", "ws_nobody")
    expect(unknown.stderr).toContain("There is no workspace ws_nobody. Workspaces: ")
    expect(existsSync(file)).toBe(false)
  })

  test("replaces a file only if that is wanted, and leaves nothing behind where it fails", async () => {
    const file = newFile()
    writeFileSync(file, "precious")
    const wanted = ["--workspace", server.workspaceId]
    expect((await exported(file, ...wanted)).stderr).toContain(
      "already exists. Name another file, or replace it with --force.",
    )
    expect(readFileSync(file, "utf8")).toBe("precious")
    expect((await exported(file, ...wanted, "--force")).code).toBe(0)
    expect(linesIn(file)[0].kind).toBe("header")
    const { code, stderr } = await exported(join(folder.path, "nowhere", "file"), ...wanted)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("there is no such folder") })
  })

  test("prints what was written as JSON", async () => {
    const file = newFile()
    const { stdout } = await exported(file, "--workspace", server.workspaceId, "--json")
    expect(JSON.parse(stdout)).toEqual({
      file,
      workspaceId: server.workspaceId,
      bytes: statSync(file).size,
      counts: { workspace: 1, rootKey: 1 },
    })
  })
})

test("an installation with one workspace need not name it", async () => {
  const data = folder.newPath()
  const server = await startKeyward({ engine: "sqlite", environment: { KEYWARD_DATA_DIR: data } })
  const { code, stdout } = await runHere(["export", newFile(), "--data", data])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(server.workspaceId) })
  await server.stop()
})

test("without a database, with one that is empty, or without a file to write there is no export", async () => {
  const data = folder.newPath()
  const none = await runHere(["export", newFile(), "--data", data])
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining(`There is no database in ${data}.`) })
  expect(existsSync(data)).toBe(false)
  mkdirSync(data)
  writeFileSync(join(data, "keyward.db"), "")
  const bare = await runHere(["export", newFile(), "--data", data])
  expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining("Run `keyward migrate` first.") })
  await runHere(["migrate", "--data", data])
  const empty = await runHere(["export", newFile(), "--data", data])
  expect(empty).toMatchObject({ code: 1, stderr: "The installation has no workspace to export.\n" })
  expect((await runHere(["export"])).stderr).toContain("Name the file to write")
  expect((await runHere(["export", "a", "b"])).stderr).toContain('Unexpected argument "b".')
})
