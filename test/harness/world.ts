import { randomUUID } from "node:crypto"
import { keyOperations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { password, tokenIn, visitor } from "../people/person.ts"
import type { TestServer, TestWorkspace } from "./harness.ts"

/** A workspace with one object of every kind, so that the example of every operation finds its objects. */
export interface World extends TestWorkspace {
  readonly otherRootKeyId: string
  readonly apiId: string
  readonly keyId: string
  /** Plaintext of the key. */
  readonly key: string
  readonly identityId: string
  readonly permissionId: string
  readonly roleId: string
  readonly planId: string
  readonly namespaceId: string
  readonly overrideId: string
  readonly migrationId: string
  /** Only if the server has an encryption key. */
  readonly recoverableKeyId?: string
  /** A key without permissions and roles. Only in a world that asks for it. */
  readonly plainKeyId?: string
  /** A member of the workspace. Only in a world with people. */
  readonly userId?: string
  readonly invitationId?: string
  /** One object of every other kind, by the field that names it: made by the example of the operation that creates it. */
  readonly otherIds: Readonly<Record<string, string>>
}

export interface Furnishing {
  /** Adds a key whose plaintext is stored. */
  readonly isRecoverable?: boolean
  /** Adds a key without permissions and roles, and gives the customer and the plan the permission `documents.list`. */
  readonly hasPlainKey?: boolean
  /** Adds a member and an invitation. */
  readonly hasPeople?: boolean
  /** The key has a new secret, and `key` is the previous one. */
  readonly isRotating?: boolean
  /** A verification of the key has reserved credits. */
  readonly hasReservation?: boolean
}

/** What the example of an operation needs. */
export function furnishingFor({ name }: Operation): Furnishing {
  return {
    hasPeople: /^(members|users)\./.test(name),
    isRotating: /^keys\.(finish|cancel)Rotation$/.test(name),
    hasReservation: name === "credits.commit",
  }
}

export async function createWorld(
  server: Pick<TestServer, "createWorkspace" | "ok">,
  furnishing: Furnishing = {},
): Promise<World> {
  const { isRecoverable = false, hasPlainKey = false, hasPeople = false, isRotating = false } = furnishing
  const workspace = await server.createWorkspace("Acme")
  const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: workspace.rootKey })
  const { rootKeyId: otherRootKeyId } = await ok("rootKeys.createRootKey", {
    name: "Read events",
    permissions: ["event.*.read_event"],
  })
  const { apiId } = await ok("apis.createApi", { name: "Payments" })
  const { permissionId } = await ok("permissions.createPermission", { name: "Read", slug: "documents.read" })
  const { roleId } = await ok("permissions.createRole", { name: "editor", permissions: ["documents.read"] })
  const { planId } = await ok("plans.createPlan", { name: "pro", maxKeys: 20 })
  const { keyId, key } = await ok("keys.createKey", {
    apiId,
    prefix: "acme_live",
    name: "Customer 42",
    externalId: "user_42",
    meta: { plan: "pro" },
    roles: ["editor"],
    permissions: ["documents.read"],
    credits: { remaining: 10 },
    ratelimits: [{ name: "requests", limit: 100, duration: 60_000 }],
  })
  const { identityId } = await ok("identities.getIdentity", { externalId: "user_42" })
  await ok("ratelimit.limit", { namespace: "email", identifier: "user_1234", limit: 10, duration: 60_000, cost: 0 })
  const [{ id: namespaceId }] = await ok("ratelimit.listNamespaces", {})
  const override = { namespace: "email", identifier: "premium_*", limit: 90, duration: 60_000 }
  const { overrideId } = await ok("ratelimit.setOverride", override)
  const { migrationId } = await ok("keys.createMigration", { algorithm: "sha256" })
  const recoverable = isRecoverable ? await ok("keys.createKey", { apiId, recoverable: true }) : undefined
  if (hasPlainKey) await ok("identities.updateIdentity", { identity: "user_42", permissions: ["documents.list"] })
  if (hasPlainKey) await ok("plans.updatePlan", { plan: "pro", permissions: ["documents.list"] })
  const plain = hasPlainKey ? await ok("keys.createKey", { apiId }) : undefined
  if (isRotating) await ok("keys.rotateKey", { keyId, overlap: 7 * 86_400_000 })
  const { reservationId } = furnishing.hasReservation
    ? await ok("keys.verifyKey", { key, credits: { cost: 4, reserve: true } })
    : {}
  const [{ eventId }] = await ok("events.listEvents", { type: "key.created", limit: 1 })
  await ok("portal.updatePortal", { enabled: true, apis: [apiId] })
  const otherIds = { ...(await createOthers(ok)), eventId, ...(reservationId && { reservationId }) }
  const people = hasPeople ? await addPeople(server, workspace) : {}
  return {
    ...workspace,
    ...people,
    ...(recoverable && { recoverableKeyId: recoverable.keyId }),
    ...(plain && { plainKeyId: plain.keyId }),
    otherRootKeyId,
    apiId,
    keyId,
    key,
    identityId,
    permissionId,
    roleId,
    planId,
    namespaceId,
    overrideId,
    migrationId,
    otherIds,
  }
}

/** Resources whose objects are made above, or that the operator and browsers create. */
const furnished = ["apis", "keys", "identities", "plans", "permissions", "rootKeys", "workspaces", "users"]

async function createOthers(ok: (operation: string, body: unknown) => Promise<Readonly<Record<string, string>>>) {
  const creations = keyOperations.filter(
    ({ name }) => /\.create[A-Z]/.test(name) && !furnished.includes(resourceOf(name)),
  )
  const ids: Record<string, string> = {}
  for (const { name, example } of creations) {
    const made = await ok(name, example)
    for (const [field, value] of Object.entries(made)) if (field.endsWith("Id")) ids[field] = value
  }
  return ids
}

function resourceOf(operation: string): string {
  return operation.slice(0, operation.indexOf("."))
}

async function addPeople({ ok }: Pick<TestServer, "ok">, { rootKey: key }: TestWorkspace) {
  const invite = (email: string) => ok("members.inviteMember", { email, role: "developer" }, { key })
  const { url } = await invite(`${randomUUID()}@example.com`)
  const accepted = { token: tokenIn(url), name: "Grace", password }
  const { userId } = await ok("invitations.acceptInvitation", accepted, visitor)
  const { invitationId } = await invite(`${randomUUID()}@example.com`)
  return { userId, invitationId }
}

/** The body of an operation's example, with the ids of this world. */
export function exampleIn(world: World, { name, example = {} }: Operation): unknown {
  const ids: Readonly<Record<string, unknown>> = {
    workspaceId: world.workspaceId,
    rootKeyId: world.otherRootKeyId,
    apiId: world.apiId,
    apis: [world.apiId],
    keyId: isOfRootKeys(name) ? world.otherRootKeyId : world.keyId,
    key: world.key,
    userId: world.userId ?? "usr_1BzmjTFLHWXwiSK4y3H5iW",
    invitationId: world.invitationId ?? "inv_1BzmjTFLHWXwiSK4y3H5iW",
    ...world.otherIds,
  }
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example
  return Object.fromEntries(Object.entries(example).map(([member, value]) => [member, ids[member] ?? value]))
}

/** Whether the key is a root key: Unkey's clients call its id `keyId` too. */
export function isOfRootKeys(operation: string): boolean {
  return operation.startsWith("rootKeys.")
}

/** Whether an operator must add the id of the workspace to the example. */
export function lacksWorkspace({ name }: Operation): boolean {
  return isOfRootKeys(name) || name.startsWith("members.") || name.startsWith("webhooks.")
}

/** The key that the example needs: a root key if root keys may call the operation. */
export function callerFor(server: TestServer, world: World, { name, callers = ["root_key"] }: Operation): string {
  if (name === "keys.revokeSelf") return world.key
  return callers.includes("operator") ? server.operatorKey : world.rootKey
}
