import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connectPython } from "./client.ts"

const groups = ["permissions", "ratelimit", "root_keys", "workspace"]
const invalid = "BadRequestErrorResponse application/invalid_input"

describe("unkey.py: permissions, rate limits, root keys and the workspace", () => {
  // In the middle of a window, so that none ends while a test runs.
  const clock = { now: 1_767_225_630_000 }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const python = connectPython(keyward)

  test("creates, changes, lists and deletes permissions", async () => {
    const { permissionId } = await python.ok("permissions.create_permission", { name: "Read", slug: "read" })
    const changes = { name: "Read all", description: "Everything." }
    await python.call("permissions.update_permission", { permission: "read", ...changes })
    const found = await python.ok("permissions.get_permission", { permission: "read" })
    expect(found).toEqual({ id: permissionId, slug: "read", ...changes })
    const renamed = await python.refusal("permissions.update_permission", { permission: "read", slug: "read.all" })
    expect(renamed).toBe("APIError application/precondition_failed")
    await python.call("permissions.update_permission", { permission: permissionId, description: null })
    expect(await python.ok("permissions.get_permission", { permission: permissionId })).not.toHaveProperty(
      "description",
    )
    await python.call("permissions.create_permission", { name: "Write", slug: "write" })
    const { pages } = await python.call("permissions.list_permissions", { limit: 1 })
    expect(pages).toMatchObject([[{ slug: "read" }], [{ slug: "write" }]])
    expect(await python.ok("permissions.delete_permission", { permission: "write" })).toEqual({})
    const gone = { permission: "write" }
    for (const method of ["get_permission", "update_permission", "delete_permission"]) {
      const refusal = await python.refusal(`permissions.${method}`, gone)
      expect(refusal).toBe("NotFoundErrorResponse data/permission_not_found")
    }
    const taken = await python.refusal("permissions.create_permission", { name: "Again", slug: "read" })
    expect(taken).toBe("ConflictErrorResponse data/permission_already_exists")
    expect(await python.refusal("permissions.list_permissions", { limit: 0 })).toBe(invalid)
  })

  test("creates, changes, lists and deletes roles", async () => {
    const { roleId } = await python.ok("permissions.create_role", { name: "editor", permissions: ["edit"] })
    await python.call("permissions.update_role", { role: "editor", name: "author", description: "Writes." })
    const found = await python.ok("permissions.get_role", { role: "author" })
    expect(found).toMatchObject({ id: roleId, description: "Writes.", permissions: [{ slug: "edit" }] })
    const request = { role: "author", permissions: ["edit", "publish"] }
    const held = await python.ok("permissions.set_role_permissions", { request })
    expect(held).toMatchObject([{ slug: "edit" }, { slug: "publish" }])
    await python.call("permissions.create_role", { name: "reader" })
    const { pages } = await python.call("permissions.list_roles", { limit: 1 })
    expect(pages).toMatchObject([[{ name: "author" }], [{ name: "reader" }]])
    expect(await python.refusal("permissions.update_role", { role: "reader", name: "author" })).toBe(
      "ConflictErrorResponse data/role_already_exists",
    )
    expect(await python.ok("permissions.delete_role", { role: "reader" })).toEqual({})
    expect(await python.refusal("permissions.delete_role", { role: "reader" })).toEndWith("data/role_not_found")
    expect(await python.refusal("permissions.get_role", { role: "reader" })).toEndWith("data/role_not_found")
    const unknown = { request: { role: "reader", permissions: [] } }
    expect(await python.refusal("permissions.set_role_permissions", unknown)).toEndWith("data/role_not_found")
    expect(await python.refusal("permissions.create_role", { name: "author" })).toEndWith("data/role_already_exists")
    expect(await python.refusal("permissions.list_roles", { limit: 0 })).toBe(invalid)
  })

  test("limits, alone and together, and by overrides", async () => {
    const request = { namespace: "sign-in", identifier: "user_1", limit: 1, duration: 60_000 }
    const passed = { success: true, limit: 1, remaining: 0, reset: 1_767_225_660_000 }
    expect(await python.ok("ratelimit.limit", request)).toEqual(passed)
    expect(await python.ok("ratelimit.limit", request)).toEqual({ ...passed, success: false })
    const together = { request: [request, { ...request, identifier: "user_2" }] }
    const { passed: all, limits } = await python.ok("ratelimit.multi_limit", together)
    expect([all, limits.map((one: { passed: boolean }) => one.passed)]).toEqual([false, [false, true]])
    const { namespace } = request
    for (const identifier of ["user_1", "user_2"]) {
      await python.call("ratelimit.set_override", { ...request, identifier, limit: 100 })
    }
    expect(await python.ok("ratelimit.limit", request)).toMatchObject({ success: true, limit: 100 })
    const { pages } = await python.call("ratelimit.list_overrides", { namespace, limit: 1 })
    expect(pages).toMatchObject([[{ identifier: "user_1" }], [{ identifier: "user_2" }]])
    const named = { namespace, identifier: "user_1" }
    expect(await python.ok("ratelimit.get_override", named)).toMatchObject({ limit: 100, duration: 60_000 })
    expect(await python.ok("ratelimit.delete_override", named)).toEqual({})
    for (const method of ["get_override", "delete_override"]) {
      const refusal = await python.refusal(`ratelimit.${method}`, named)
      expect(refusal).toBe("NotFoundErrorResponse data/ratelimit_override_not_found")
    }
    const nowhere = await python.refusal("ratelimit.list_overrides", { namespace: "nowhere" })
    expect(nowhere).toBe("NotFoundErrorResponse data/ratelimit_namespace_not_found")
    expect(await python.refusal("ratelimit.limit", { ...request, limit: 0 })).toBe(invalid)
    expect(await python.refusal("ratelimit.multi_limit", { request: [] })).toBe(invalid)
    expect(await python.refusal("ratelimit.set_override", { ...request, duration: -1 })).toBe(invalid)
  })

  test("creates, lists, changes, rerolls and deletes root keys", async () => {
    const permissions = ["api.*.create_api"]
    const { keyId: key_id, key } = await python.ok("root_keys.create_key", { name: "CI", permissions })
    expect(await keyward.call("apis.createApi", { name: "By CI" }, { key })).toMatchObject({ status: 200 })
    const { pages } = await python.call("root_keys.list_keys", { limit: 1 })
    expect(pages).toMatchObject([[{ keyId: keyward.rootKeyId }], [{ keyId: key_id, name: "CI", permissions }]])
    await python.call("root_keys.update_key", { key_id, name: null, permissions: ["api.*.read_api"] })
    expect(await keyward.call("apis.createApi", { name: "By CI" }, { key })).toMatchObject({ status: 403 })
    const rolled = await python.ok("root_keys.reroll_key", { key_id, expiration: 0 })
    expect(await keyward.call("apis.listApis", {}, { key: rolled.key })).toMatchObject({ status: 200 })
    expect(await keyward.call("apis.listApis", {}, { key })).toMatchObject({ status: 403 })
    expect(await python.ok("root_keys.delete_key", { key_id: rolled.keyId })).toEqual({})
    const gone = { key_id: rolled.keyId }
    expect(await python.refusal("root_keys.delete_key", gone)).toEndWith("data/root_key_not_found")
    expect(await python.refusal("root_keys.update_key", gone)).toEndWith("data/root_key_not_found")
    expect(await python.refusal("root_keys.reroll_key", { ...gone, expiration: 0 })).toEndWith(
      "data/root_key_not_found",
    )
    expect(await python.refusal("root_keys.create_key", { permissions: [] })).toBe(invalid)
    expect(await python.refusal("root_keys.list_keys", { limit: 0 })).toBe(invalid)
  })

  test("shows the limits and the usage of the workspace", async () => {
    const limits = await python.ok("workspace.get_limits")
    expect(limits.apiBillableOperationsCountMaxPerMonth).toEqual({ limit: null, current: 0 })
    const usage = await python.ok("workspace.get_usage", { period: { year: 2026, month: 1 } })
    expect(usage).toMatchObject({ period: { end: clock.now }, totals: { api: { verifications: 0 } } })
    expect(await python.refusal("workspace.get_usage", { period: { year: 2999, month: 1 } })).toBe(invalid)
    const rootKey = await keyward.createRootKey(["api.*.read_api"])
    const refusal = await python.refusal("workspace.get_limits", {}, rootKey)
    expect(refusal).toBe("ForbiddenErrorResponse authorization/insufficient_permissions")
  })

  test("refuses analytics.get_verifications", async () => {
    expect(await python.refusal("analytics.get_verifications", { query: "SELECT 1" })).toBe(invalid)
  })

  test("is left with the groups of Unkey's hosted platform", () => {
    const others = ["analytics", "apps", "deployments", "domains", "environments", "gateway", "github", "internal"]
    const served = ["apis", "identities", "keys", ...groups]
    const all = [...new Set(python.methods.map((method) => method.split(".")[0]))]
    expect(all.sort()).toEqual([...served, ...others, "portal", "projects"].sort())
  })

  test("leaves no method of these groups out", () => {
    expect(python.notShown(groups)).toEqual([])
    expect(python.methods.filter((method) => method.startsWith("root_keys."))).toHaveLength(5)
  })
})
