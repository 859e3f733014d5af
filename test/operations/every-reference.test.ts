import { beforeAll, describe, expect, test } from "bun:test"
import { z } from "zod"
import { keyOperations as operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { engines, type Reply, type TestServer } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { exampleIn, isOfRootKeys, type World } from "../harness/world.ts"

/** A field that names an object finds none of another workspace, none that is deleted, and none of another kind. */

describe.each([...engines])("every reference on %s", (engine) => {
  const server = serveKeyward({ engine })
  const own = serveWorld(server, { hasPeople: true })
  const foreign = serveWorld(server, { hasPeople: true })
  const lastEvents = async () =>
    Promise.all([own, foreign].map(({ workspaceId }) => server.events({ workspaceId, limit: 1 })))

  test.each(referenceCases())(
    "%s with %s of %s is refused and changes nothing",
    async (_name, field, kind, operation) => {
      const before = await lastEvents()
      const body = { ...Object(exampleIn(own, operation)), ...reference(operation, field, objects[kind]) }
      const reply = await server.call(operation.name, body, { key: own.rootKey })
      expectUnknown(operation, { field, kind }, reply)
      expect(await lastEvents()).toEqual(before)
    },
  )
  let objects: Readonly<Record<Kind, Objects>>
  beforeAll(async () => {
    objects = {
      "another workspace": foreign,
      nothing: unknownObjects,
      "a deleted object": await deleteOfEach(server, own),
      "another kind of object": { ...unknownObjects, keyId: own.rootKeyId, otherRootKeyId: own.keyId },
    }
  })
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
  | "planId"
  | "permissionId"
  | "namespaceId"
  | "migrationId"
  | "userId"
  | "invitationId"
>

const unknownObjects: Objects = {
  workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW",
  otherRootKeyId: "rk_1BzmjTFLHWXwiSK4y3H5iW",
  apiId: "api_1BzmjTFLHWXwiSK4y3H5iW",
  keyId: "key_1BzmjTFLHWXwiSK4y3H5iW",
  key: "nobody_has_this",
  identityId: "id_1BzmjTFLHWXwiSK4y3H5iW",
  roleId: "role_1BzmjTFLHWXwiSK4y3H5iW",
  planId: "plan_1BzmjTFLHWXwiSK4y3H5iW",
  permissionId: "perm_1BzmjTFLHWXwiSK4y3H5iW",
  namespaceId: "rlns_1BzmjTFLHWXwiSK4y3H5iW",
  migrationId: "mig_1BzmjTFLHWXwiSK4y3H5iW",
  userId: "usr_1BzmjTFLHWXwiSK4y3H5iW",
  invitationId: "inv_1BzmjTFLHWXwiSK4y3H5iW",
}

/** An object of every kind that can be deleted inside a workspace, made and deleted. */
async function deleteOfEach(server: TestServer, { rootKey, apiId: liveApiId }: World): Promise<Objects> {
  const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: rootKey })
  const { rootKeyId } = await ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })
  const { apiId } = await ok("apis.createApi", { name: "Deleted" })
  const { keyId, key } = await ok("keys.createKey", { apiId: liveApiId })
  const { identityId } = await ok("identities.createIdentity", { externalId: "deleted" })
  const { roleId } = await ok("permissions.createRole", { name: "deleted" })
  const { planId } = await ok("plans.createPlan", { name: "deleted" })
  const { permissionId } = await ok("permissions.createPermission", { name: "Deleted", slug: "deleted" })
  await ok("ratelimit.limit", { namespace: "deleted", identifier: "user_1234", limit: 10, duration: 60_000 })
  const [{ id: namespaceId }] = await ok("ratelimit.listNamespaces", { search: "deleted" })
  await ok("rootKeys.deleteRootKey", { rootKeyId })
  await ok("apis.deleteApi", { apiId })
  await ok("keys.deleteKey", { keyId })
  await ok("identities.deleteIdentity", { identity: identityId })
  await ok("permissions.deleteRole", { role: roleId })
  await ok("plans.deletePlan", { plan: planId })
  await ok("permissions.deletePermission", { permission: permissionId })
  await ok("ratelimit.deleteNamespace", { namespace: namespaceId })
  const gone = { otherRootKeyId: rootKeyId, apiId, keyId, key, identityId, roleId, planId, permissionId, namespaceId }
  return { ...unknownObjects, ...gone }
}

/** Fields of one request that exclude each other are left out. */
function reference({ name }: Operation, field: string, objects: Objects): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = {
    workspaceId: objects.workspaceId,
    rootKeyId: objects.otherRootKeyId,
    apiId: objects.apiId,
    apis: [objects.apiId],
    keyId: isOfRootKeys(name) ? objects.otherRootKeyId : objects.keyId,
    keyIds: [objects.keyId],
    key: objects.key,
    identityId: objects.identityId,
    identity: objects.identityId,
    identities: [objects.identityId],
    role: objects.roleId,
    roleId: objects.roleId,
    roles: [objects.roleId],
    plan: objects.planId,
    permission: objects.permissionId,
    permissions: [objects.permissionId],
    namespace: objects.namespaceId,
    migrationId: objects.migrationId,
    userId: objects.userId,
    invitationId: objects.invitationId,
  }
  if (name === "portal.updatePortal" && field === "permissions") {
    return { permissions: [{ slug: objects.permissionId, title: "Read" }] }
  }
  if (name === "keys.explainKey" && field === "key") return { keyId: undefined, key: objects.key }
  if (name === "usage.getIncident" && field === "keyId") return { identity: undefined, keyId: objects.keyId }
  const alternatives = { identityId: "externalId", identity: "externalId", roleId: "role" } as const
  if (name === "identities.updateIdentities") return { identities: undefined, [field]: values[field] }
  if (isBulkChange(name)) return { ...(isChoice(field) && { identity: undefined }), [field]: values[field] }
  const excluded = name.startsWith("keys.") ? undefined : Object.entries(alternatives).find(([one]) => one === field)
  return { ...(excluded && { [excluded[1]]: undefined }), [field]: values[field] }
}

/** A bulk change chooses its keys by exactly one of three fields. */
const isBulkChange = (operation: string) => /^keys\.(update|delete)Keys$/.test(operation)
const isChoice = (field: string) => ["keyIds", "apiId", "identity"].includes(field)

const references = [
  "workspaceId",
  "rootKeyId",
  "apiId",
  "apis",
  "keyId",
  "keyIds",
  "key",
  "identityId",
  "identity",
  "identities",
  "role",
  "roleId",
  "roles",
  "plan",
  "permission",
  "permissions",
  "namespace",
  "migrationId",
  "userId",
  "invitationId",
]

/** Every field that names an object, of every operation that a key of a workspace may call. */
function referenceCases(): (readonly [string, string, Kind, Operation])[] {
  return operations.flatMap((operation) => {
    if (operation.callers?.includes("root_key") === false) return []
    const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })
    const fields = Object.keys(schema.properties ?? {}).filter((field) => references.includes(field))
    const areGrants = (field: string) => field === "permissions" && isOfRootKeys(operation.name)
    const isQuery = (field: string) => field === "permissions" && isOfVerification(operation.name)
    const isMemberRole = (field: string) => field === "role" && operation.name.startsWith("members.")
    return fields
      .filter((field) => !areGrants(field) && !isQuery(field) && !isMemberRole(field))
      .flatMap((field) =>
        kindsFor(operation.name, field).map((kind) => [operation.name, field, kind, operation] as const),
      )
  })
}

function isOfVerification(name: string): boolean {
  return name === "keys.verifyKey" || name === "keys.explainKey"
}

function kindsFor(operation: string, field: string): readonly Kind[] {
  const always = ["another workspace", "nothing"] as const
  // Usage outlives the objects that it counts.
  if (operation.startsWith("usage.")) return always
  if (["workspaceId", "migrationId", "userId", "invitationId"].includes(field)) return always
  if (field === "keyId" || field === "keyIds" || field === "rootKeyId")
    return [...always, "a deleted object", "another kind of object"]
  return [...always, "a deleted object"]
}

interface Reference {
  readonly field: string
  readonly kind: Kind
}

/** Filters find nothing, verification and explanation say nothing, everything else is 404. */
function expectUnknown({ name }: Operation, { field, kind }: Reference, reply: Reply): void {
  if (name === "keys.verifyKey") {
    expect(reply.status).toBe(200)
    if (field === "key") expect(reply.body.data).toEqual({ valid: false, code: "NOT_FOUND" })
    return
  }
  if (name === "keys.explainKey" && field === "key") {
    expect(reply.body.data.code).toBe("NOT_FOUND")
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
