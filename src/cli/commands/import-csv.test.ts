import { describe, expect, test } from "bun:test"
import { runHere, startCli } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { queryDatabase, untilRows } from "../../../test/storage/database.ts"
import { openFingerprints } from "../../../test/storage/fingerprint.ts"
import { openFolder } from "../../../test/storage/opened-store.ts"
import { hex, startImportTarget } from "../../../test/transfer/import-target.ts"
import { addApi } from "../../storage/conformance/stored-objects.ts"

const { newApi, newPath, run, server, verify, written: csv } = await startImportTarget()
const operator = { type: "operator", id: "operator" } as const

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
      expect(await run("--from", "csv", csv(text), "--api", apiId)).toEqual(failure(1, message))
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
    expect(await run("--from", "csv", path, "--api", apiId)).toEqual(failure(1, "would exceed `limits.keys`"))
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
    // So large that not all fit into one commit.
    const meta = `"{""text"":""${"x".repeat(4_000)}""}"`
    const rows = Array.from(
      { length: 2_500 },
      (_, index) => `${hex(`${api.id}${index}`)},user_${index % 50},p.${index % 9},${meta}`,
    )
    const path = csv(`hash,externalId,permissions,meta\n${rows.join("\n")}\n`)
    const args = ["import", "--from", "csv", path, "--api", api.id, "--data", data]
    const child = startCli(args)
    await untilRows({ storage: data }, "keys", 1)
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
      { keys: 2_500, identities: 50, permissions: 9, events: 2_560 },
    ])
    expect((await runHere(["audit", "verify", "--data", data])).code).toBe(0)
  })
})
