import { describe, expect, test } from "bun:test"
import { startKeyward } from "../../../test/harness/harness.ts"
import { createWorld } from "../../../test/harness/world.ts"
import { encryption, exportWorld, run } from "../../../test/transfer/exported-world.ts"

const { file, folder, newInstallation, recoverable, verify, world } = await exportWorld()

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
      /^Imported: 1 API, 1 plan, 1 migration, 2 keys, 1 namespace, 1 override, 1 webhook, 1 portal\.\nAlready there: 1 permission, 1 role, 1 identity\.\nLeft out: 1 workspace, 2 root keys, 1\d events\./,
    )
    expect(rehearsed.stdout).toBe(`${stdout.replace("Imported", "Would be imported")}Nothing was changed.\n`)
    const verdict = await verify(server, world.key, rootKey)
    expect(verdict).toMatchObject({ code: "VALID", permissions: ["documents.read"], roles: ["editor"], credits: 10 })
    expect(verdict.identity.id).toBe(identityId)
    expect(verdict.keyId).not.toBe(world.keyId)
    expect((await ok("permissions.listPermissions", {})).map(({ id }: { id: string }) => id)).toEqual([permissionId])
    expect((await ok("permissions.listRoles", {})).map(({ id }: { id: string }) => id)).toEqual([roleId])
    const { keyId } = await verify(server, recoverable, rootKey)
    expect(await ok("keys.getKey", { keyId, decrypt: true })).toMatchObject({ plaintext: recoverable })
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
    const path = folder.newPath(".ndjson")
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
