import { beforeAll, describe, expect, test } from "bun:test"
import { routesOf } from "../../src/http/server/routes.ts"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createApi, createKey } from "../harness/fixtures.ts"
import type { TestWorkspace } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { locationsOf } from "../requests/outcome.ts"
import { bearer, expectError } from "./exchange.ts"

describe("requests and permissions", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let operator: { readonly key: string }
  let other: TestWorkspace
  beforeAll(async () => {
    operator = { key: keyward.operatorKey }
    other = await keyward.createWorkspace()
  })

  const send = (path: string, headers: Readonly<Record<string, string>>, body?: string) =>
    keyward.request(path, { method: "POST", headers, ...(body !== undefined && { body }) })
  const json = { "Content-Type": "application/json" }

  test("case 23: without Authorization, even if the body is invalid JSON", async () => {
    const reply = await send("/v2/keys.listKeys", json, "{")
    expectError(reply, 401, "authentication/missing")
    expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="keyward"')
    for (const { method, path } of operations.flatMap(routesOf)) {
      expectError(await keyward.request(path, { method }), 401, "authentication/missing")
    }
  })

  test("case 24: malformed Authorization, and a scheme in lower case", async () => {
    for (const Authorization of ["Basic x", "Bearer", "Bearer "]) {
      const reply = await send("/v2/keys.listKeys", { Authorization })
      expectError(reply, 400, "authentication/malformed")
      expect(locationsOf(reply)).toEqual(["header.Authorization"])
    }
    expect((await send("/v2/keys.listKeys", { Authorization: `bearer ${keyward.rootKey}` })).status).toBe(200)
  })

  test("case 25: an unknown key", async () => {
    const reply = await send("/v2/keys.listKeys", bearer("unknown"))
    expectError(reply, 401, "authentication/key_not_found")
    expect(reply.headers.get("www-authenticate")).toContain('error="invalid_token"')
  })

  test("case 26: an API key on apis.listKeys, whatever customer permissions it carries", async () => {
    const apiId = await createApi(keyward)
    for (const permissions of [[], ["*"], ["api.*.read_key"], ["*", "api.*.read_key", `api.${apiId}.read_key`]]) {
      const { key } = await createKey(keyward, { apiId, permissions })
      const reply = await keyward.call("apis.listKeys", { apiId }, { key })
      expectError(reply, 403, "authorization/insufficient_permissions")
      expect(reply.body.error.detail).toContain("api.*.read_key")
    }
  })

  test("case 27: an API key describes and revokes itself", async () => {
    const attributes = { name: "Mine", meta: { internal: true }, externalId: "case-27" }
    const { keyId, key, apiId } = await createKey(keyward, attributes)
    const reply = await send("/v2/keys.whoami", bearer(key))
    expect(reply.body.data).toMatchObject({ keyId, apiId, name: "Mine", identity: { externalId: "case-27" } })
    expect(reply.body.data).not.toHaveProperty("meta")
    expect(reply.body.data.identity).not.toHaveProperty("meta")
    expect((await send("/v2/keys.revokeSelf", bearer(key))).status).toBe(200)
    for (const operation of ["keys.revokeSelf", "keys.whoami"]) {
      expectError(await send(`/v2/${operation}`, bearer(key)), 401, "authentication/key_not_found")
    }
  })

  test("case 28: a grant for one API reads its keys, is refused for another API, and finds no key elsewhere", async () => {
    const [inA, inB] = [await createKey(keyward), await createKey(keyward)]
    const foreign = await createKey(keyward, {}, other.rootKey)
    const caller = await keyward.createRootKey([`api.${inA.apiId}.read_key`])
    const get = (keyId: string) => keyward.call("keys.getKey", { keyId }, { key: caller })
    expect((await get(inA.keyId)).status).toBe(200)
    const uncovered = await get(inB.keyId)
    expectError(uncovered, 403, "authorization/insufficient_permissions")
    expect(uncovered.body.error.detail).toContain(`api.${inB.apiId}.read_key`)
    expectError(await get(foreign.keyId), 404, "data/key_not_found")
    expectError(await get("unknown"), 404, "data/key_not_found")
  })

  test("case 29: verifyKey without a verify_key grant, and with one for another API", async () => {
    const [inA, inB] = [await createKey(keyward), await createKey(keyward)]
    const verify = (key: string, caller: string) => keyward.call("keys.verifyKey", { key }, { key: caller })
    const none = await keyward.createRootKey(["api.*.read_key"])
    expectError(await verify(inA.key, none), 403, "authorization/insufficient_permissions")
    const onlyA = await keyward.createRootKey([`api.${inA.apiId}.verify_key`])
    expect((await verify(inA.key, onlyA)).body.data.code).toBe("VALID")
    const unknown = await verify(inB.key, onlyA)
    expect([unknown.status, unknown.body.data]).toEqual([200, { valid: false, code: "NOT_FOUND" }])
  })

  test("case 30: a caller cannot give a permission that it does not hold", async () => {
    const missing = "root_key.*.delete_root_key"
    const caller = await keyward.createRootKey(["root_key.*.create_root_key", "root_key.*.update_root_key"])
    const { rootKeyId } = await keyward.ok("rootKeys.createRootKey", { permissions: [missing] })
    for (const [operation, body] of [
      ["rootKeys.createRootKey", { permissions: [missing] }],
      ["rootKeys.rerollRootKey", { rootKeyId, expiration: 0 }],
    ] as const) {
      const reply = await keyward.call(operation, body, { key: caller })
      expectError(reply, 403, "authorization/insufficient_permissions")
      expect(reply.body.error.detail).toContain(missing)
    }
  })

  test("case 31: the only enabled root key with `*` can neither delete nor disable itself", async () => {
    const { rootKeyId, rootKey } = await keyward.createWorkspace()
    const caller = { key: rootKey }
    const deletion = await keyward.call("rootKeys.deleteRootKey", { rootKeyId }, caller)
    expectError(deletion, 412, "application/precondition_failed")
    const disabling = await keyward.call("rootKeys.updateRootKey", { rootKeyId, enabled: false }, caller)
    expectError(disabling, 412, "application/precondition_failed")
    expect((await keyward.call("rootKeys.getRootKey", {}, caller)).status).toBe(200)
  })

  test("case 32: disabling twice is one event with the reason of the first call", async () => {
    const { workspaceId } = await keyward.createWorkspace()
    for (const reason of ["terms_violation", "account_closure"]) {
      await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason }, operator)
    }
    expect(await keyward.events({ workspaceId, type: "workspace.disabled" })).toHaveLength(1)
    const shown = await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)
    expect(shown.disabledReason).toBe("terms_violation")
  })

  test("case 33: three violations are reported at three locations", async () => {
    const body = { apiId: 5, credits: { remaining: 1, refill: { interval: "daily", amount: 0 } }, unknown: true }
    const reply = await keyward.call("keys.createKey", body)
    expectError(reply, 400, "application/invalid_input")
    expect(locationsOf(reply)).toEqual(["body.apiId", "body.credits.refill.amount", "body.unknown"])
  })

  test("case 34: foreign media, broken JSON, too much of it, and an unknown path, all in the envelope", async () => {
    const owner = bearer(keyward.rootKey)
    const text = await send("/v2/keys.listKeys", { ...owner, "Content-Type": "text/plain" }, "{}")
    expectError(text, 415, "application/unsupported_media_type")
    expectError(await send("/v2/keys.listKeys", { ...owner, ...json }, "{"), 400, "application/invalid_json")
    const mebibyte = 1_048_576
    const padded = (bytes: number) => `{${" ".repeat(bytes - 2)}}`
    const tooLarge = await send("/v2/keys.listKeys", { ...owner, ...json }, padded(mebibyte + 1))
    expectError(tooLarge, 413, "application/body_too_large")
    expect((await send("/v2/keys.listKeys", { ...owner, ...json }, padded(mebibyte))).status).toBe(200)
    expectError(await send("/v2/nothing.here", owner), 404, "application/route_not_found")
    expectError(await send("/nothing", {}), 404, "application/route_not_found")
    expectError(await send("/", {}), 405, "application/method_not_allowed")
  })

  test("case 35: errors as problem+json where that is asked for by name, and only there", async () => {
    const owner = bearer(keyward.rootKey)
    const fail = (Accept: string) => send("/v2/apis.getApi", { ...owner, ...json, Accept }, '{"apiId":"unknown"}')
    const plain = await fail("*/*")
    expect(plain.headers.get("content-type")).toMatch(/^application\/json/)
    const problem = await fail("application/problem+json")
    expect(problem.headers.get("content-type")).toMatch(/^application\/problem\+json/)
    expect({ ...problem.body, meta: undefined }).toEqual({ ...plain.body, meta: undefined })
    expectError(problem, 404, "data/api_not_found")
    expect((await fail("application/*")).headers.get("content-type")).toMatch(/^application\/json/)
  })

  test("case 36: createKey twice with one Idempotency-Key", async () => {
    const apiId = await createApi(keyward)
    const headers = { "Idempotency-Key": "case-36" }
    const first = await keyward.call("keys.createKey", { apiId, name: "Once" }, { headers })
    const second = await keyward.call("keys.createKey", { name: "Once", apiId }, { headers })
    expect(second.body.data).toEqual(first.body.data)
    expect([first, second].map((reply) => reply.headers.get("idempotency-replayed"))).toEqual([null, "true"])
    expect(second.body.meta.requestId).not.toBe(first.body.meta.requestId)
    expect(await keyward.ok("apis.listKeys", { apiId })).toHaveLength(1)
    expect(await keyward.events({ resourceId: first.body.data.keyId, type: "key.created" })).toHaveLength(1)
    const otherBody = await keyward.call("keys.createKey", { apiId, name: "Twice" }, { headers })
    expectError(otherBody, 422, "application/idempotency_key_reused")
  })
})
