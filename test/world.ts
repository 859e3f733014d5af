import type { Operation } from "../src/operations/operation.ts"
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
  readonly namespaceId: string
  readonly overrideId: string
  readonly migrationId: string
  /** Only if the server has an encryption key. */
  readonly recoverableKeyId?: string
}

export interface Furnishing {
  /** Adds a key whose plaintext is stored. */
  readonly isRecoverable?: boolean
}

export async function createWorld(
  server: Pick<TestServer, "createWorkspace" | "ok">,
  { isRecoverable = false }: Furnishing = {},
): Promise<World> {
  const workspace = await server.createWorkspace()
  const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: workspace.rootKey })
  const { rootKeyId: otherRootKeyId } = await ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })
  const { apiId } = await ok("apis.createApi", { name: "Payments" })
  const { permissionId } = await ok("permissions.createPermission", { name: "Read", slug: "documents.read" })
  const { roleId } = await ok("permissions.createRole", { name: "editor", permissions: ["documents.read"] })
  const { keyId, key } = await ok("keys.createKey", {
    apiId,
    externalId: "user_42",
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
  return {
    ...workspace,
    ...(recoverable && { recoverableKeyId: recoverable.keyId }),
    otherRootKeyId,
    apiId,
    keyId,
    key,
    identityId,
    permissionId,
    roleId,
    namespaceId,
    overrideId,
    migrationId,
  }
}

/** The body of an operation's example, with the ids of this world. */
export function exampleIn(world: World, { name, example = {} }: Operation): unknown {
  const ids: Readonly<Record<string, string>> = {
    workspaceId: world.workspaceId,
    rootKeyId: world.otherRootKeyId,
    apiId: world.apiId,
    keyId: isOfRootKeys(name) ? world.otherRootKeyId : world.keyId,
    key: world.key,
  }
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example
  return Object.fromEntries(Object.entries(example).map(([member, value]) => [member, ids[member] ?? value]))
}

/** Whether the key is a root key: Unkey's clients call its id `keyId` too. */
export function isOfRootKeys(operation: string): boolean {
  return operation.startsWith("rootKeys.")
}

/** The key that the example needs: a root key if root keys may call the operation. */
export function callerFor(server: TestServer, world: World, { name, callers = ["root_key"] }: Operation): string {
  if (name === "keys.revokeSelf") return world.key
  return callers.includes("operator") ? server.operatorKey : world.rootKey
}
