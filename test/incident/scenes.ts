import type { Code } from "../../src/contract/verdicts.ts"
import type { TestServer } from "../harness/harness.ts"

interface Stage {
  ok(operation: string, body: object): ReturnType<TestServer["ok"]>
  /** Of everything that the scene creates. */
  readonly name: string
  readonly now: number
}

interface Scene {
  /** What is verified before the change and after it. */
  readonly call: object
  readonly keyId: string
  /** The external id of its customer. */
  readonly identity?: string
  /** The code after the change. */
  readonly code: Code
  change(): Promise<unknown>
  /** What somebody changes after the refusals. */
  later?(): Promise<unknown>
  readonly cause: { readonly type: string; readonly certain: boolean }
  /** The fixes that are expected, in their order. */
  readonly operations: readonly string[]
  /** What the first of them says. */
  readonly letsIn?: RegExp
}

const onPurpose = /on purpose/

async function customersKey({ ok, name }: Stage, fields: object = {}) {
  const { apiId } = await ok("apis.createApi", { name })
  const identity = name.replaceAll(" ", "-")
  const { keyId, key } = await ok("keys.createKey", { apiId, name, externalId: identity, ...fields })
  return { apiId, keyId: String(keyId), key: String(key), identity }
}

const limit = { name: "requests", limit: 10, duration: 86_400_000, autoApply: true }
const asked = "reports.read OR reports.write"

/** Changes that stop calls which were accepted before, and what ends each. */
export const scenes: Readonly<Record<string, (stage: Stage) => Promise<Scene>>> = {
  async "a key is disabled"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    return {
      ...{ keyId, identity, call: { key }, code: "DISABLED", cause: { type: "key.updated", certain: true } },
      change: () => stage.ok("keys.updateKey", { keyId, enabled: false, name: "also renamed" }),
      operations: ["undo keys.updateKey"],
      letsIn: onPurpose,
    }
  },
  async "a customer is disabled"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    return {
      ...{ keyId, identity, call: { key }, code: "DISABLED", cause: { type: "identity.updated", certain: true } },
      change: () => stage.ok("identities.updateIdentity", { identity, enabled: false }),
      operations: ["undo identities.updateIdentity"],
      letsIn: onPurpose,
    }
  },
  async "a key gets an end"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    const expires = stage.now - 9.5 * 60_000
    return {
      ...{ keyId, identity, call: { key }, code: "EXPIRED", cause: { type: "key.updated", certain: true } },
      change: () => stage.ok("keys.updateKey", { keyId, expires }),
      operations: ["undo keys.updateKey", "alternative keys.updateKey"],
      letsIn: onPurpose,
    }
  },
  async "the list of a key loses an address"(stage) {
    const { keyId, key, identity } = await customersKey(stage, { ipAllowlist: ["192.0.2.0/24", "203.0.113.7"] })
    return {
      ...{ keyId, identity, call: { key, ip: "203.0.113.7" }, code: "FORBIDDEN" },
      cause: { type: "key.updated", certain: true },
      change: () => stage.ok("keys.updateKey", { keyId, ipAllowlist: ["192.0.2.0/24"] }),
      operations: ["undo keys.updateKey"],
    }
  },
  async "an API gets a list of addresses"(stage) {
    const { apiId, keyId, key, identity } = await customersKey(stage)
    return {
      ...{ keyId, identity, call: { key, ip: "203.0.113.7" }, code: "FORBIDDEN" },
      cause: { type: "api.updated", certain: true },
      change: () => stage.ok("apis.updateApi", { apiId, ipAllowlist: ["192.0.2.0/24"] }),
      operations: ["undo apis.updateApi"],
    }
  },
  async "an API gets a list of addresses that grows later"(stage) {
    const { apiId, keyId, key, identity } = await customersKey(stage)
    const allow = (...ipAllowlist: readonly string[]) => stage.ok("apis.updateApi", { apiId, ipAllowlist })
    return {
      ...{ keyId, identity, call: { key, ip: "203.0.113.7" }, code: "FORBIDDEN" },
      cause: { type: "api.updated", certain: true },
      change: () => allow("192.0.2.0/24"),
      later: () => allow("192.0.2.0/24", "198.51.100.1"),
      operations: [],
    }
  },
  async "a plan loses a permission"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    const { planId: plan } = await stage.ok("plans.createPlan", {
      name: stage.name,
      permissions: ["reports.read", "a.b"],
    })
    await stage.ok("identities.updateIdentity", { identity, plan })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "plan.updated", certain: true },
      change: () => stage.ok("plans.updatePlan", { plan, permissions: ["a.b"] }),
      operations: ["undo plans.updatePlan", "alternative keys.addPermissions"],
    }
  },
  async "a role loses a permission"(stage) {
    const { name } = stage
    const role = name
    await stage.ok("permissions.createRole", { name, permissions: ["reports.read", "a.b"] })
    const { keyId, key, identity } = await customersKey(stage, { roles: [name] })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "role.updated", certain: true },
      change: () => stage.ok("permissions.setRolePermissions", { role, permissions: ["a.b"] }),
      operations: ["undo permissions.setRolePermissions", "alternative keys.addPermissions"],
    }
  },
  async "a role is deleted"(stage) {
    const { name } = stage
    await stage.ok("permissions.createRole", { name, permissions: ["reports.read"] })
    const { keyId, key, identity } = await customersKey(stage, { roles: [name] })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "role.deleted", certain: false },
      change: () => stage.ok("permissions.deleteRole", { role: name }),
      operations: ["alternative keys.addPermissions"],
    }
  },
  async "a key loses a role"(stage) {
    const { name } = stage
    await stage.ok("permissions.createRole", { name, permissions: ["reports.read"] })
    const { keyId, key, identity } = await customersKey(stage, { roles: [name] })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "key.updated", certain: false },
      change: () => stage.ok("keys.removeRoles", { keyId, roles: [name] }),
      operations: ["undo keys.addRoles", "alternative keys.addPermissions"],
    }
  },
  async "a customer gets another plan"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    const pro = await stage.ok("plans.createPlan", { name: `${stage.name} pro`, permissions: ["reports.read"] })
    const free = await stage.ok("plans.createPlan", { name: `${stage.name} free` })
    await stage.ok("identities.updateIdentity", { identity, plan: pro.planId })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "identity.updated", certain: false },
      change: () => stage.ok("identities.updateIdentity", { identity, plan: free.planId }),
      operations: ["undo identities.updateIdentity", "alternative keys.addPermissions"],
    }
  },
  async "a customer gets another plan, and the former is deleted"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    const { planId: former } = await stage.ok("plans.createPlan", { name: stage.name, permissions: ["reports.read"] })
    await stage.ok("identities.updateIdentity", { identity, plan: former })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "identity.updated", certain: false },
      change: () => stage.ok("identities.updateIdentity", { identity, plan: null }),
      later: () => stage.ok("plans.deletePlan", { plan: former }),
      operations: ["alternative keys.addPermissions"],
    }
  },
  async "a key moves to another customer, and the former is deleted"(stage) {
    const { keyId, key, identity: former } = await customersKey(stage)
    await stage.ok("identities.updateIdentity", { identity: former, permissions: ["reports.read"] })
    const identity = `${former}-heir`
    await stage.ok("identities.createIdentity", { externalId: identity })
    return {
      ...{ keyId, identity, call: { key, permissions: asked }, code: "INSUFFICIENT_PERMISSIONS" },
      cause: { type: "key.updated", certain: false },
      change: () => stage.ok("keys.updateKey", { keyId, externalId: identity }),
      later: () => stage.ok("identities.deleteIdentity", { identity: former }),
      operations: ["alternative keys.addPermissions"],
    }
  },
  async "a key gets a lower limit"(stage) {
    const { keyId, key, identity } = await customersKey(stage, { ratelimits: [limit] })
    return {
      ...{ keyId, identity, call: { key }, code: "RATE_LIMITED", cause: { type: "key.updated", certain: true } },
      change: () => stage.ok("keys.updateKey", { keyId, ratelimits: [{ ...limit, limit: 1 }] }),
      operations: ["undo keys.updateKey", "alternative keys.updateKey"],
    }
  },
  async "a plan gets a limit"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    const { planId: plan } = await stage.ok("plans.createPlan", { name: stage.name, ratelimits: [limit] })
    await stage.ok("identities.updateIdentity", { identity, plan })
    return {
      ...{ keyId, identity, call: { key }, code: "RATE_LIMITED", cause: { type: "plan.updated", certain: true } },
      change: () => stage.ok("plans.updatePlan", { plan, ratelimits: [{ ...limit, limit: 1 }] }),
      operations: ["undo plans.updatePlan", "alternative identities.updateIdentity"],
    }
  },
  async "credits are taken"(stage) {
    const { keyId, key, identity } = await customersKey(stage, { credits: { remaining: 100 } })
    return {
      ...{ keyId, identity, call: { key }, code: "USAGE_EXCEEDED", cause: { type: "key.updated", certain: true } },
      change: () => stage.ok("keys.updateCredits", { keyId, operation: "set", value: 0 }),
      operations: ["undo keys.updateCredits", "alternative keys.updateCredits"],
      letsIn: onPurpose,
    }
  },
  async "a customer gets a lower quota"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    await stage.ok("identities.updateIdentity", { identity, quota: { limit: 100, interval: "total" } })
    return {
      ...{ keyId, identity, call: { key }, code: "USAGE_EXCEEDED" },
      cause: { type: "identity.updated", certain: true },
      change: () => stage.ok("identities.updateIdentity", { identity, quota: { limit: 1, interval: "total" } }),
      operations: ["undo identities.updateIdentity", "alternative identities.updateCredits"],
    }
  },
  async "a customer gets a lower quota, and a still lower one later"(stage) {
    const { keyId, key, identity } = await customersKey(stage)
    const bound = (limit: number) =>
      stage.ok("identities.updateIdentity", { identity, quota: { limit, interval: "total" } })
    await bound(100)
    return {
      ...{ keyId, identity, call: { key, credits: { cost: 3 } }, code: "USAGE_EXCEEDED" },
      cause: { type: "identity.updated", certain: true },
      change: () => bound(5),
      later: () => bound(4),
      operations: ["alternative identities.updateCredits"],
    }
  },
}
