import { describe, expect, test } from "bun:test"
import type { Unkey } from "@unkey/api"
import type { RequestOptions } from "@unkey/api/lib/sdks"
import {
  APIError,
  BadRequestErrorResponse,
  ForbiddenErrorResponse,
  TooManyRequestsErrorResponse,
  UnauthorizedErrorResponse,
  type UnkeyError,
} from "@unkey/api/models/errors"
import { operations } from "../../../src/operations/index.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connect, methodsOf, servedGroups } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

/** What the client requires, and the operation does not. */
const required: Readonly<Record<string, object>> = {
  "identities.getIdentity": { identity: "user_1" },
  "keys.migrateKeys": { migrationId: "mig_1" },
  "permissions.setRolePermissions": { roleId: "role_1" },
}

/**
 * Each method of the client that Keyward serves, with the example of its operation. What these tests expect is decided before any
 * object is looked up, so that the ids need not exist.
 */
function callsOf(unkey: Unkey): readonly (readonly [string, (options?: RequestOptions) => Promise<unknown>])[] {
  return servedGroups.flatMap((group) =>
    methodsOf(unkey, group).map((method) => {
      const name = `${group}.${method}`
      const { example } = operations.find((operation) => operation.name === name) ?? {}
      const call: unknown = Reflect.get(unkey[group], method)
      if (example === undefined || typeof call !== "function") throw new Error(`Keyward does not serve ${name}.`)
      const request = Array.isArray(example) ? example : { ...Object(example), ...required[name] }
      return [name, (options) => call.call(unkey[group], request, options)] as const
    }),
  )
}

const problemJson = { Accept: "application/problem+json" }

/** The client reads errors of this one method by their class only if they come as application/problem+json. */
const headersFor = (operation: string): Record<string, string> =>
  operation === "identities.deleteIdentity" ? problemJson : {}

describe("@unkey/api: errors of every method", () => {
  // In the middle of a minute, so that a used-up limit stays so.
  const keyward = serveKeyward({ engine: "sqlite", clock: { now: 1_767_225_630_000 } })
  const callsAs = (rootKey: string) => callsOf(connect(keyward.url, rootKey).unkey)

  /** Every method of this caller fails with this class. */
  const expectRefusals = async (
    rootKey: string,
    ...refusal: readonly [Parameters<typeof expectRefusal>[1], string]
  ) => {
    const errors: UnkeyError[] = []
    for (const [name, call] of callsAs(rootKey)) {
      errors.push(await expectRefusal(call({ headers: headersFor(name) }), ...refusal))
    }
    expect(errors.length).toBeGreaterThan(35)
    return errors
  }

  test("a header that is no bearer key is a BadRequestErrorResponse with the location", async () => {
    for (const [name, call] of callsAs(keyward.rootKey)) {
      const headers = { ...headersFor(name), Authorization: "Basic dTpw" }
      const error = await expectRefusal(call({ headers }), BadRequestErrorResponse, "authentication/malformed")
      expect(error).toMatchObject({ error: { errors: [{ location: "header.Authorization" }] } })
    }
  })

  test("an unknown root key is an UnauthorizedErrorResponse", async () => {
    await expectRefusals("kw_root_nobody", UnauthorizedErrorResponse, "authentication/key_not_found")
  })

  test("a root key without the permission is a ForbiddenErrorResponse that names it", async () => {
    const rootKey = await keyward.createRootKey(["event.*.read_event"])
    const code = "authorization/insufficient_permissions"
    const detail = expect.stringMatching(/(api|identity|rbac|ratelimit)\.\*\.\w+/)
    for (const error of await expectRefusals(rootKey, ForbiddenErrorResponse, code)) {
      expect(error).toMatchObject({ error: { detail } })
    }
  })

  test("a disabled workspace is a ForbiddenErrorResponse", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const disabling = { workspaceId, reason: "owner_request" }
    await keyward.ok("workspaces.disableWorkspace", disabling, { key: keyward.operatorKey })
    await expectRefusals(rootKey, ForbiddenErrorResponse, "authorization/workspace_disabled")
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
    await keyward.ok("apis.listApis", {}, { key: rootKey })
    const code = "limits/workspace_rate_limited"
    for (const [, call] of callsAs(rootKey)) {
      const error = await expectRefusal(call(), APIError, code)
      expect(Number(error.headers.get("retry-after"))).toBeGreaterThan(0)
      await expectRefusal(call({ headers: problemJson }), TooManyRequestsErrorResponse, code)
    }
  })
})
