import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Unkey } from "@unkey/api"
import type { RequestOptions } from "@unkey/api/lib/sdks"
import {
  APIError,
  BadRequestErrorResponse,
  ForbiddenErrorResponse,
  TooManyRequestsErrorResponse,
  UnauthorizedErrorResponse,
} from "@unkey/api/models/errors"
import { operations } from "../../../src/operations/index.ts"
import { engines, startKeyward, type TestServer } from "../../harness.ts"
import { connect, methodsOf, servedGroups } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

type Call = (unkey: Unkey, options?: RequestOptions) => Promise<unknown>

// What these tests expect is decided before any object is looked up, so that the ids need not exist.
const [apiId, keyId, key, identity] = ["api_1", "key_1", "secret", "user_1"]
const override = { namespace: "sign-in", identifier: "user_1" }
const check = { ...override, limit: 5, duration: 60_000 }
const permissions = ["documents.read"]
const roles = ["editor"]
const migration = { apiId, migrationId: "mig_1", keys: [{ hash: "0".repeat(64) }] }

const calls: Readonly<Record<string, Call>> = {
  "apis.createApi": (unkey, options) => unkey.apis.createApi({ name: "Payments" }, options),
  "apis.deleteApi": (unkey, options) => unkey.apis.deleteApi({ apiId }, options),
  "apis.getApi": (unkey, options) => unkey.apis.getApi({ apiId }, options),
  "apis.listKeys": (unkey, options) => unkey.apis.listKeys({ apiId }, options),
  "identities.createIdentity": (unkey, options) => unkey.identities.createIdentity({ externalId: "user_1" }, options),
  "identities.deleteIdentity": (unkey, options) => unkey.identities.deleteIdentity({ identity }, options),
  "identities.getIdentity": (unkey, options) => unkey.identities.getIdentity({ identity }, options),
  "identities.listIdentities": (unkey, options) => unkey.identities.listIdentities({}, options),
  "identities.updateIdentity": (unkey, options) => unkey.identities.updateIdentity({ identity }, options),
  "keys.addPermissions": (unkey, options) => unkey.keys.addPermissions({ keyId, permissions }, options),
  "keys.addRoles": (unkey, options) => unkey.keys.addRoles({ keyId, roles }, options),
  "keys.createKey": (unkey, options) => unkey.keys.createKey({ apiId }, options),
  "keys.deleteKey": (unkey, options) => unkey.keys.deleteKey({ keyId }, options),
  "keys.getKey": (unkey, options) => unkey.keys.getKey({ keyId }, options),
  "keys.migrateKeys": (unkey, options) => unkey.keys.migrateKeys(migration, options),
  "keys.removePermissions": (unkey, options) => unkey.keys.removePermissions({ keyId, permissions }, options),
  "keys.removeRoles": (unkey, options) => unkey.keys.removeRoles({ keyId, roles }, options),
  "keys.rerollKey": (unkey, options) => unkey.keys.rerollKey({ keyId, expiration: 0 }, options),
  "keys.setPermissions": (unkey, options) => unkey.keys.setPermissions({ keyId, permissions }, options),
  "keys.setRoles": (unkey, options) => unkey.keys.setRoles({ keyId, roles }, options),
  "keys.updateCredits": (unkey, options) => unkey.keys.updateCredits({ keyId, operation: "set", value: 1 }, options),
  "keys.updateKey": (unkey, options) => unkey.keys.updateKey({ keyId }, options),
  "keys.verifyKey": (unkey, options) => unkey.keys.verifyKey({ key }, options),
  "keys.whoami": (unkey, options) => unkey.keys.whoami({ key }, options),
  "permissions.createPermission": (unkey, options) =>
    unkey.permissions.createPermission({ name: "Read", slug: "documents.read" }, options),
  "permissions.createRole": (unkey, options) => unkey.permissions.createRole({ name: "editor" }, options),
  "permissions.deletePermission": (unkey, options) =>
    unkey.permissions.deletePermission({ permission: "documents.read" }, options),
  "permissions.deleteRole": (unkey, options) => unkey.permissions.deleteRole({ role: "editor" }, options),
  "permissions.getPermission": (unkey, options) =>
    unkey.permissions.getPermission({ permission: "documents.read" }, options),
  "permissions.getRole": (unkey, options) => unkey.permissions.getRole({ role: "editor" }, options),
  "permissions.listPermissions": (unkey, options) => unkey.permissions.listPermissions({}, options),
  "permissions.listRoles": (unkey, options) => unkey.permissions.listRoles({}, options),
  "permissions.setRolePermissions": (unkey, options) =>
    unkey.permissions.setRolePermissions({ roleId: "role_1", permissions }, options),
  "ratelimit.deleteOverride": (unkey, options) => unkey.ratelimit.deleteOverride(override, options),
  "ratelimit.getOverride": (unkey, options) => unkey.ratelimit.getOverride(override, options),
  "ratelimit.limit": (unkey, options) => unkey.ratelimit.limit(check, options),
  "ratelimit.listOverrides": (unkey, options) => unkey.ratelimit.listOverrides({ namespace: "sign-in" }, options),
  "ratelimit.multiLimit": (unkey, options) => unkey.ratelimit.multiLimit([check], options),
  "ratelimit.setOverride": (unkey, options) => unkey.ratelimit.setOverride(check, options),
}

const problemJson = { Accept: "application/problem+json" }

/** The client reads errors of this one method by their class only if they come as application/problem+json. */
const headersFor = (operation: string): Record<string, string> =>
  operation === "identities.deleteIdentity" ? problemJson : {}

describe.each([...engines])("@unkey/api: errors of every method on %s", (engine) => {
  let keyward: TestServer

  beforeAll(async () => {
    // In the middle of a minute, so that a used-up limit stays so.
    keyward = await startKeyward({ engine, clock: { now: 1_767_225_630_000 } })
  })
  afterAll(() => keyward.stop())

  const each = async (work: (operation: string, call: Call) => Promise<unknown>) => {
    for (const [operation, call] of Object.entries(calls)) await work(operation, call)
  }

  test("has a call for every method of the groups that are served, and each is an operation", () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    const methods = servedGroups.flatMap((group) => methodsOf(unkey, group).map((method) => `${group}.${method}`))
    expect(Object.keys(calls)).toEqual(methods.sort())
    const served = operations.map(({ name }) => name)
    expect(methods.filter((method) => !served.includes(method))).toEqual([])
  })

  test("a header that is no bearer key is a BadRequestErrorResponse with the location", async () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    await each(async (operation, call) => {
      const headers = { ...headersFor(operation), Authorization: "Basic dTpw" }
      const error = await expectRefusal(call(unkey, { headers }), BadRequestErrorResponse, "authentication/malformed")
      expect(error).toMatchObject({ error: { errors: [{ location: "header.Authorization" }] } })
    })
  })

  test("an unknown root key is an UnauthorizedErrorResponse", async () => {
    const { unkey } = connect(keyward.url, "kw_root_nobody")
    await each((operation, call) =>
      expectRefusal(
        call(unkey, { headers: headersFor(operation) }),
        UnauthorizedErrorResponse,
        "authentication/key_not_found",
      ),
    )
  })

  test("a root key without the permission is a ForbiddenErrorResponse that names it", async () => {
    const { unkey } = connect(keyward.url, await keyward.createRootKey(["event.*.read_event"]))
    await each(async (operation, call) => {
      const refused = call(unkey, { headers: headersFor(operation) })
      const error = await expectRefusal(refused, ForbiddenErrorResponse, "authorization/insufficient_permissions")
      expect(error).toMatchObject({
        error: { detail: expect.stringMatching(/(api|identity|rbac|ratelimit)\.\*\.\w+/) },
      })
    })
  })

  test("a disabled workspace is a ForbiddenErrorResponse", async () => {
    const workspace = await keyward.createWorkspace()
    const disabling = { workspaceId: workspace.workspaceId, reason: "owner_request" }
    await keyward.ok("workspaces.disableWorkspace", disabling, { key: keyward.operatorKey })
    const { unkey } = connect(keyward.url, workspace.rootKey)
    await each((operation, call) =>
      expectRefusal(
        call(unkey, { headers: headersFor(operation) }),
        ForbiddenErrorResponse,
        "authorization/workspace_disabled",
      ),
    )
  })

  test("what needs an encryption key on a server without one, 412, is an APIError", async () => {
    const { apis, keys } = connect(keyward.url, keyward.rootKey).unkey
    const { apiId } = (await apis.createApi({ name: "Payments" })).data
    const { keyId } = (await keys.createKey({ apiId })).data
    for (const call of [
      () => keys.createKey({ apiId, recoverable: true }),
      () => keys.getKey({ keyId, decrypt: true }),
      () => apis.listKeys({ apiId, decrypt: true }),
    ]) {
      await expectRefusal(call(), APIError, "application/precondition_failed")
    }
  })

  test("the workspace's request limit, 429, is an APIError, and its own class as application/problem+json", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const change = { workspaceId, limits: { requestsPerMinute: 1 } }
    await keyward.ok("workspaces.updateWorkspace", change, { key: keyward.operatorKey })
    const { unkey } = connect(keyward.url, rootKey)
    await unkey.apis.createApi({ name: "Payments" })
    const code = "limits/workspace_rate_limited"
    await each(async (_, call) => {
      const error = await expectRefusal(call(unkey), APIError, code)
      expect(Number(error.headers.get("retry-after"))).toBeGreaterThan(0)
      await expectRefusal(call(unkey, { headers: problemJson }), TooManyRequestsErrorResponse, code)
    })
  })
})
