import { describe, expect, test } from "bun:test"
import { allGrants } from "../../src/contract/grant-table.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { watchStorage } from "../storage/watch-storage.ts"

/** A root key hands on no more rights than it holds. */

const insufficient = "403 authorization/insufficient_permissions"

describe("a root key", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const world = serveWorld(server)
  const unchanged = watchStorage(server)

  const create = (permissions: readonly string[], key: string) =>
    server.call("rootKeys.createRootKey", { permissions }, { key })

  test("hands on what it holds, and of each permission no more than that", async () => {
    const { apiId, namespaceId, identityId } = world
    const held = ["root_key.*.create_root_key", `api.${apiId}.read_key`, "api.*.verify_key", "identity.*.read_identity"]
    const key = await server.createRootKey(held, world)
    const covered = [
      ...held,
      `api.${apiId}.verify_key`,
      "api.api_1CAiZx1YPnJZtcPxTdBGPS.verify_key",
      `identity.${identityId}.read_identity`,
    ]
    for (const grant of covered) expect(outcomeOf(await create([grant], key))).toBe("200")
    const beyond = [
      "*",
      "api.*.read_key",
      "api.api_1CAiZx1YPnJZtcPxTdBGPS.read_key",
      `api.${apiId}.update_key`,
      "root_key.*.update_root_key",
      `ratelimit.${namespaceId}.limit`,
      ...allGrants.filter((grant) => !held.includes(grant)),
    ]
    await unchanged(async () => {
      for (const grant of beyond) {
        const reply = await create([held[1] ?? "", grant], key)
        expect(outcomeOf(reply)).toBe(insufficient)
        expect(reply.body.error.detail).toContain(`\`${grant}\``)
      }
      const all = await create(beyond, key)
      for (const grant of beyond) expect(all.body.error.detail).toContain(`\`${grant}\``)
    })
  })

  test("with every single permission still does not hold `*`", async () => {
    const key = await server.createRootKey(allGrants, world)
    expect(outcomeOf(await create(allGrants, key))).toBe("200")
    await unchanged(async () => {
      expect(outcomeOf(await create(["*"], key))).toBe(insufficient)
      const owner = { rootKeyId: world.rootKeyId, expiration: 0 }
      expect(outcomeOf(await server.call("rootKeys.rerollRootKey", owner, { key }))).toBe(insufficient)
    })
  })

  test("cannot give itself or another what it does not hold, in any notation", async () => {
    const { rootKeyId, rootKey } = await server.ok(
      "rootKeys.createRootKey",
      { permissions: ["root_key.*.update_root_key", "api.*.read_key"] },
      { key: world.rootKey },
    )
    await unchanged(async () => {
      for (const target of [rootKeyId, world.otherRootKeyId]) {
        for (const permissions of [["*"], ["api.*.read_key", "api.*.update_key"], ["root_key.*.create_root_key"]]) {
          const body = { rootKeyId: target, permissions, name: "Mine" }
          expect(outcomeOf(await server.call("rootKeys.updateRootKey", body, { key: rootKey }))).toBe(insufficient)
        }
      }
      const wrong = [
        "**",
        "*.*.*",
        "api.**.read_key",
        "api.*.*",
        "*.*.read_key",
        "API.*.read_key",
        "api.*.read_key ",
        "api.*.read_key\n",
        "api..read_key",
        "api.*.read_key.*",
        "__proto__.*.x",
        "constructor.*.name",
        "api.*.constructor",
        "",
      ]
      for (const grant of wrong) {
        const body = { rootKeyId, permissions: [grant] }
        const outcome = outcomeOf(await server.call("rootKeys.updateRootKey", body, { key: rootKey }))
        expect([grant, outcome]).toEqual([grant, "400 application/invalid_input"])
      }
    })
  })

  test("rerolls only keys whose permissions it holds in full", async () => {
    const grants = ["root_key.*.create_root_key", "root_key.*.update_root_key"]
    const key = await server.createRootKey([...grants, "event.*.read_event"], world)
    const mightier = await server.ok(
      "rootKeys.createRootKey",
      { permissions: ["event.*.read_event", "root_key.*.delete_root_key"] },
      { key: world.rootKey },
    )
    await unchanged(async () => {
      for (const [rootKeyId, missing] of [
        [world.rootKeyId, "*"],
        [mightier.rootKeyId, "root_key.*.delete_root_key"],
      ]) {
        const reply = await server.call("rootKeys.rerollRootKey", { rootKeyId, expiration: 0 }, { key })
        expect(outcomeOf(reply)).toBe(insufficient)
        expect(reply.body.error.detail).toContain(`\`${missing}\``)
      }
    })
    const body = { rootKeyId: world.otherRootKeyId, expiration: 0 }
    expect(outcomeOf(await server.call("rootKeys.rerollRootKey", body, { key }))).toBe("200")
  })

  test("that creates keys gets no rights from the permissions and roles it gives them", async () => {
    const rights = ["api.*.create_key", "api.*.update_key", "rbac.*.add_permission_to_key"]
    const key = await server.createRootKey(rights, world)
    const body = { apiId: world.apiId, permissions: ["*", "root_key.*.create_root_key"] }
    const made = await server.ok("keys.createKey", body, { key })
    await unchanged(async () => {
      for (const bearer of [key, made.key]) {
        expect(outcomeOf(await create(["api.*.create_key"], bearer))).toBe(insufficient)
        expect(outcomeOf(await server.call("keys.getKey", { keyId: made.keyId }, { key: bearer }))).toBe(insufficient)
      }
    })
  })

  test("does not become an operator by what it says about itself", async () => {
    await unchanged(async () => {
      const headers = {
        "X-Operator": "true",
        "X-Keyward-Role": "operator",
        "X-Original-Authorization": server.operatorKey,
      }
      const calls: [string, unknown][] = [
        ["workspaces.createWorkspace", { name: "Mine" }],
        ["workspaces.listWorkspaces", {}],
        ["workspaces.enableWorkspace", { workspaceId: world.workspaceId }],
        ["workspaces.deleteWorkspace", { workspaceId: world.workspaceId }],
        ["workspaces.updateWorkspace", { limits: { keys: null } }],
        ["workspaces.disableWorkspace", { reason: "unpaid_billing" }],
      ]
      for (const [name, body] of calls) {
        const reply = await server.call(name, body, { key: world.rootKey, headers })
        expect(outcomeOf(reply)).toBe(insufficient)
        expect(reply.body.error.detail).toContain("operator")
      }
    })
  })
})
