import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { startCli } from "../../../test/cli/cli.ts"
import { engines, startKeyward } from "../../../test/harness/harness.ts"
import { countRows, queryDatabase, settingOf, untilRows } from "../../../test/storage/database.ts"
import { openFingerprints } from "../../../test/storage/fingerprint.ts"
import { linesIn, writeLines } from "../../../test/transfer/export-file.ts"
import { encryption, exportWorld, idLike, run } from "../../../test/transfer/exported-world.ts"

const { file, folder, newInstallation, verify, world } = await exportWorld()

const everything =
  "1 workspace, 2 root keys, 1 API, 1 permission, 1 role, 1 plan, 1 identity, 1 migration, 2 keys, 1 namespace, 1 override, 1 webhook, 1 portal"

describe.each(engines)("an import on %s", (engine) => {
  test("brings everything in, recorded as the import's doing, and a second one finds it there", async () => {
    const storage = await newInstallation(engine)
    const first = await run(["import", file], storage)
    expect({ code: first.code, stderr: first.stderr, stdout: first.stdout.split("\n") }).toEqual({
      code: 0,
      stderr: "",
      stdout: [`Imported: ${everything}.`, expect.stringMatching(/^Left out: 1\d events\. /), ""],
    })
    const events = "select type, actor_type, actor_id, request_id from events order by sequence"
    const recorded = await queryDatabase({ storage }, events)
    expect(recorded).toHaveLength(15)
    for (const event of recorded) {
      expect(event).toMatchObject({ actor_type: "system", actor_id: "import", request_id: null })
    }
    const second = await run(["import", file], storage)
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Imported: nothing.\nAlready there: ${everything}.`),
    })
    expect(await queryDatabase({ storage }, events)).toHaveLength(15)
    const minted = "select id from keys where imported = 0"
    expect(await queryDatabase({ storage }, minted)).toEqual([])
    expect(recorded[0]).toMatchObject({ type: "workspace.created" })
    expect(await run(["audit", "verify"], storage)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Checked 1 workspace with 15 intact events: all intact."),
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
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      ...template,
      id: idLike(template.id, index),
      hash: randomBytes(32).toString("base64"),
      ratelimits: [],
      lastUsedAt: 1_767_225_600_000,
      // So large that not all fit into one commit.
      meta: { text: "x".repeat(4_000) },
    }))
    const large = folder.newPath(".ndjson")
    const at = lines.findIndex(({ kind }) => kind === "namespace")
    writeLines(large, lines.toSpliced(at, 0, ...many))
    const killed = async (count: number, signal: "SIGKILL" | "SIGINT") => {
      const child = startCli(["import", large], { ...encryption, ...settingOf(storage) })
      await untilRows({ storage }, "keys", count)
      child.kill(signal)
      return { ...(await child.exit), stderr: child.stderr() }
    }
    await killed(200, "SIGKILL")
    expect(await killed(1_000, "SIGINT")).toMatchObject({
      code: 130,
      stderr: expect.stringContaining("Interrupted. What is imported stays. Run the same command again to continue.\n"),
    })
    const { code, stdout } = await run(["import", large], storage)
    expect(code).toBe(0)
    const [, there = "0"] = /Already there: .* ([\d,]+) keys/.exec(stdout) ?? []
    expect(Number(there.replace(",", ""))).toBeGreaterThanOrEqual(1_000)
    expect(await countRows({ storage }, "keys")).toBe(2_500)
    expect(await countRows({ storage }, "key_usage")).toBe(2_500)
    expect(await countRows({ storage }, "events where type = 'key.created'")).toBe(2_500)
    expect((await run(["audit", "verify"], storage)).stdout).toContain("all intact")
  })
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

describe("on SQLite an import", () => {
  test("is refused while a service runs on the folder, with what to do", async () => {
    const server = await startKeyward({ engine: "sqlite" })
    const { code, stderr } = await run(["import", file], server.storage)
    expect(code).toBe(1)
    expect(stderr).toContain("A server is running on the folder")
    expect(stderr).toContain("Stop it during the import. With --dry-run, or on PostgreSQL, it can keep running.")
    await server.stop()
  })

  test("makes no database where there is none", async () => {
    const { code, stderr } = await run(["import", file], folder.newPath())
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
