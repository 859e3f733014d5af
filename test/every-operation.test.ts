import { beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { z } from "zod"
import { errorTable } from "../src/contract/error-table.ts"
import { routesOf } from "../src/http/server/routes.ts"
import { operations } from "../src/operations/index.ts"
import type { Operation } from "../src/operations/operation.ts"
import { engines, type Reply, type TestServer } from "./harness.ts"
import { serveKeyward } from "./serve-keyward.ts"
import { serveWorld } from "./serve-world.ts"
import { callerFor, createWorld, exampleIn, isOfRootKeys, type World } from "./world.ts"

/** Promises that every operation must keep, checked over the list. */

const named = operations.map((operation) => [operation.name, operation] as const)

describe("the list of operations", () => {
  test("is sorted by name and names each operation once", () => {
    const names = operations.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
  })

  test("is the listing of the folder", () => {
    const files = readdirSync("src/operations").filter((file) => /^(?!operation)[a-zA-Z]+\.[a-zA-Z]+\.ts$/.test(file))
    expect(files.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(operations.map(({ name }) => name))
  })

  test.each(named)("%s has a test beside it, an example, and errors of the table", (name, operation) => {
    expect(existsSync(`src/operations/${name}.test.ts`)).toBe(true)
    expect(operation.example).toBeDefined()
    for (const code of operation.errors) expect(errorTable[code]).toBeDefined()
    expect(operation.summary).toMatch(/^[A-Z].*[.?]$/)
    expect(name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/)
    for (const { path } of routesOf(operation)) expect([`/v1/${name}`, `/v2/${name}`]).toContain(path)
  })

  test.each(named)("%s does not answer with a text alone, which would be taken for JSON", (_name, { output }) => {
    expect(["object", "array", "record", "union"]).toContain(output.def.type)
  })
})

describe.each([...engines])("every operation on %s", (engine) => {
  const server = serveKeyward({ engine })
  const own = serveWorld(server)
  const foreign = serveWorld(server)

  test.each(named)("%s without a credential is 401, whatever the body", async (name) => {
    const reply = await server.call(name, { nonsense: true }, { key: null })
    expectError(reply, 401, "authentication/missing")
    expect(reply.headers.get("www-authenticate")).toStartWith("Bearer")
  })

  test.each(named)(
    "%s with a key that cannot satisfy it for any object is 403 naming what is missing",
    async (name, operation) => {
      for (const key of await hopelessKeys(operation)) {
        const reply = await server.call(name, { nonsense: true }, { key })
        expectError(reply, 403, "authorization/insufficient_permissions")
        const missing = operation.needs.map((need) => need.replace(/\{[^}]*\}/, "*"))
        const callers = operation.callers ?? ["root_key"]
        if (callers.includes("root_key")) for (const need of missing) expect(reply.body.error.detail).toContain(need)
        else if (callers.includes("operator")) expect(reply.body.error.detail).toContain("operator")
      }
    },
  )

  test.each(named)("%s with a key of a disabled workspace is 403", async (name) => {
    for (const key of [disabled.rootKey, disabled.key]) {
      expectError(await server.call(name, {}, { key }), 403, "authorization/workspace_disabled")
    }
  })
  const disabled = serveWorld(server)
  beforeAll(async () => {
    const reason = { workspaceId: disabled.workspaceId, reason: "terms_violation" }
    await server.ok("workspaces.disableWorkspace", reason, { key: server.operatorKey })
  })

  test.each(named)("%s with an unknown member is 400 and says where", async (name, operation) => {
    const before = await lastEvent(own)
    const isList = Array.isArray(operation.example)
    const body = isList ? [{ nonsense: true }] : { nonsense: true }
    const reply = await server.call(name, body, { key: callerFor(server, own, operation) })
    expectError(reply, 400, "application/invalid_input")
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location)
    expect(locations).toContain(isList ? "body[0].nonsense" : "body.nonsense")
    expect(await lastEvent(own)).toBe(before)
  })

  test.each(referenceCases())("%s with %s of %s is refused and changes nothing", async (name, field, kind) => {
    const operation = find(name)
    const before = [await lastEvent(own), await lastEvent(foreign)]
    const body = { ...Object(exampleIn(own, operation)), ...reference(operation, field, objects[kind]) }
    const reply = await server.call(name, body, { key: own.rootKey })
    expectUnknown(operation, { field, kind }, reply)
    expect([await lastEvent(own), await lastEvent(foreign)]).toEqual(before)
  })
  let objects: Readonly<Record<Kind, Objects>>
  beforeAll(async () => {
    objects = {
      "another workspace": foreign,
      nothing: unknownObjects,
      "a deleted object": await deleteOfEach(server, own),
      "another kind of object": { ...unknownObjects, keyId: own.rootKeyId, otherRootKeyId: own.keyId },
    }
  })

  test.each(named)("%s does what its example says", async (name, operation) => {
    const world = await createWorld(server)
    if (name === "workspaces.deleteWorkspace") {
      const reason = { workspaceId: world.workspaceId, reason: "account_closure" }
      await server.ok("workspaces.disableWorkspace", reason, { key: server.operatorKey })
    }
    const body = { ...Object(exampleIn(world, operation)) }
    if (isOfRootKeys(name)) body.workspaceId = world.workspaceId
    const sent = Array.isArray(operation.example) ? exampleIn(world, operation) : body
    const reply = await server.call(name, sent, { key: callerFor(server, world, operation) })
    expect(reply.body.error).toBeUndefined()
    expect(reply.status).toBe(200)
    expect(reply.body.meta.requestId).toMatch(/^req_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(reply.headers.get("x-request-id")).toBe(reply.body.meta.requestId)
    expect(reply.headers.get("cache-control")).toBe("no-store")
    expect("pagination" in reply.body).toBe(operation.paged)
  })

  async function lastEvent({ workspaceId }: World): Promise<string | undefined> {
    const [last] = await server.events({ workspaceId, limit: 1 })
    return last?.eventId
  }

  /** An API key, a root key with an unrelated permission, and an operator if the operation does not allow one. */
  async function hopelessKeys(operation: Operation): Promise<string[]> {
    const callers = operation.callers ?? ["root_key"]
    const unrelated = operation.name.startsWith("permissions.") ? "event.*.read_event" : "rbac.*.read_role"
    const keys: string[] = []
    if (!callers.includes("api_key")) {
      // A new key for each operation, because an API key may make only 60 calls per minute as bearer.
      const { key } = await server.ok("keys.createKey", { apiId: own.apiId }, { key: own.rootKey })
      keys.push(key)
    }
    if (!callers.includes("operator")) keys.push(server.operatorKey)
    const needsNothing = callers.includes("root_key") && operation.needs.length === 0
    if (!needsNothing) keys.push(await server.createRootKey([unrelated], own))
    return keys
  }
})

type Kind = "another workspace" | "nothing" | "a deleted object" | "another kind of object"

type Objects = Pick<
  World,
  | "workspaceId"
  | "otherRootKeyId"
  | "apiId"
  | "keyId"
  | "key"
  | "identityId"
  | "roleId"
  | "permissionId"
  | "namespaceId"
  | "migrationId"
>

const unknownObjects: Objects = {
  workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW",
  otherRootKeyId: "rk_1BzmjTFLHWXwiSK4y3H5iW",
  apiId: "api_1BzmjTFLHWXwiSK4y3H5iW",
  keyId: "key_1BzmjTFLHWXwiSK4y3H5iW",
  key: "nobody_has_this",
  identityId: "id_1BzmjTFLHWXwiSK4y3H5iW",
  roleId: "role_1BzmjTFLHWXwiSK4y3H5iW",
  permissionId: "perm_1BzmjTFLHWXwiSK4y3H5iW",
  namespaceId: "rlns_1BzmjTFLHWXwiSK4y3H5iW",
  migrationId: "mig_1BzmjTFLHWXwiSK4y3H5iW",
}

/** An object of every kind that can be deleted inside a workspace, made and deleted. */
async function deleteOfEach(server: TestServer, { rootKey, apiId: liveApiId }: World): Promise<Objects> {
  const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: rootKey })
  const { rootKeyId } = await ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })
  const { apiId } = await ok("apis.createApi", { name: "Deleted" })
  const { keyId, key } = await ok("keys.createKey", { apiId: liveApiId })
  const { identityId } = await ok("identities.createIdentity", { externalId: "deleted" })
  const { roleId } = await ok("permissions.createRole", { name: "deleted" })
  const { permissionId } = await ok("permissions.createPermission", { name: "Deleted", slug: "deleted" })
  await ok("ratelimit.limit", { namespace: "deleted", identifier: "user_1234", limit: 10, duration: 60_000 })
  const [{ id: namespaceId }] = await ok("ratelimit.listNamespaces", { search: "deleted" })
  await ok("rootKeys.deleteRootKey", { rootKeyId })
  await ok("apis.deleteApi", { apiId })
  await ok("keys.deleteKey", { keyId })
  await ok("identities.deleteIdentity", { identity: identityId })
  await ok("permissions.deleteRole", { role: roleId })
  await ok("permissions.deletePermission", { permission: permissionId })
  await ok("ratelimit.deleteNamespace", { namespace: namespaceId })
  const gone = { otherRootKeyId: rootKeyId, apiId, keyId, key, identityId, roleId, permissionId, namespaceId }
  return { ...unknownObjects, ...gone }
}

/** Fields of one request that exclude each other are left out. */
function reference({ name }: Operation, field: string, objects: Objects): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = {
    workspaceId: objects.workspaceId,
    rootKeyId: objects.otherRootKeyId,
    apiId: objects.apiId,
    keyId: isOfRootKeys(name) ? objects.otherRootKeyId : objects.keyId,
    key: objects.key,
    identityId: objects.identityId,
    identity: objects.identityId,
    role: objects.roleId,
    roleId: objects.roleId,
    roles: [objects.roleId],
    permission: objects.permissionId,
    permissions: [objects.permissionId],
    namespace: objects.namespaceId,
    migrationId: objects.migrationId,
  }
  const alternatives = { identityId: "externalId", identity: "externalId", roleId: "role" } as const
  const excluded = name.startsWith("keys.") ? undefined : Object.entries(alternatives).find(([one]) => one === field)
  return { ...(excluded && { [excluded[1]]: undefined }), [field]: values[field] }
}

const references = [
  "workspaceId",
  "rootKeyId",
  "apiId",
  "keyId",
  "key",
  "identityId",
  "identity",
  "role",
  "roleId",
  "roles",
  "permission",
  "permissions",
  "namespace",
  "migrationId",
]

/** Every field that names an object, of every operation that a key of a workspace may call. */
function referenceCases(): (readonly [string, string, Kind])[] {
  return operations.flatMap((operation) => {
    if (operation.callers?.includes("root_key") === false) return []
    const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })
    const fields = Object.keys(schema.properties ?? {}).filter((field) => references.includes(field))
    const areGrants = (field: string) => field === "permissions" && isOfRootKeys(operation.name)
    const isQuery = (field: string) => field === "permissions" && operation.name === "keys.verifyKey"
    return fields
      .filter((field) => !areGrants(field) && !isQuery(field))
      .flatMap((field) => kindsFor(field).map((kind) => [operation.name, field, kind] as const))
  })
}

function kindsFor(field: string): readonly Kind[] {
  const always = ["another workspace", "nothing"] as const
  if (field === "workspaceId" || field === "migrationId") return always
  if (field === "keyId" || field === "rootKeyId") return [...always, "a deleted object", "another kind of object"]
  return [...always, "a deleted object"]
}

interface Reference {
  readonly field: string
  readonly kind: Kind
}

/** Filters find nothing, verification says nothing, everything else is 404. */
function expectUnknown({ name }: Operation, { field, kind }: Reference, reply: Reply): void {
  if (name === "keys.verifyKey") {
    expect(reply.status).toBe(200)
    if (field === "key") expect(reply.body.data).toEqual({ valid: false, code: "NOT_FOUND" })
    return
  }
  if (name.endsWith(".listKeys") && field === "identityId") {
    expect(reply.body.data).toEqual([])
    return
  }
  const isReserved = name === "ratelimit.limit" && kind === "a deleted object"
  expect(reply.status).toBe(isReserved ? 410 : 404)
  expect(reply.body.error.type).toContain("/service/data/")
}

function find(name: string): Operation {
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

function expectError(reply: Reply, status: number, code: string): void {
  expect(reply.body?.error?.type ?? reply.text).toEndWith(`/${code}`)
  expect(reply.status).toBe(status)
  expect(reply.body.error.status).toBe(status)
}
