import { sha256 } from "../../src/secrets/hash.ts"
import { operatorKey } from "../processes.ts"
import { callOperation } from "../seed.ts"
import { longName, longSlug } from "./sizes.ts"

/** A workspace that sends the worst possible requests. */
export interface Tenant {
  readonly workspaceId: string
  readonly rootKey: string
  readonly apiId: string
}

/** A workspace whose keys share everything that keys can share. */
export interface Crowd extends Tenant {
  readonly identity: string
  readonly role: string
  readonly permission: string
}

export interface Scene {
  readonly port: number
  /** Shared by all requests that do not affect others. */
  readonly tenant: Tenant
  // biome-ignore lint/suspicious/noExplicitAny: the data of any operation.
  call(operation: string, body: unknown, key?: string): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: the data of any operation.
  callAsOperator(operation: string, body: unknown): Promise<any>
  createTenant(): Promise<Tenant>
  /** For requests that do not change it. */
  sharedCrowd(): Promise<Crowd>
  createCrowd(): Promise<Crowd>
  /** As many permissions as one key may hold, each as long as possible. Returns their slugs. */
  longPermissions(): Promise<readonly string[]>
}

export async function openScene(port: number, crowdSize: number): Promise<Scene> {
  const createTenant = async (): Promise<Tenant> => {
    const { workspaceId, rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", {
      name: "worst",
    })
    const { apiId } = await callOperation(port, rootKey, "apis.createApi", { name: "worst" })
    return { workspaceId, rootKey, apiId }
  }
  const tenant = await createTenant()
  const call = (operation: string, body: unknown, key = tenant.rootKey) => callOperation(port, key, operation, body)
  const createCrowd = async () => {
    const crowd = { ...(await createTenant()), identity: "crowd", role: "crowd", permission: "crowd" }
    await call("permissions.createRole", { name: crowd.role, permissions: ["other"] }, crowd.rootKey)
    await importCrowd(port, crowd, crowdSize)
    return crowd
  }
  let crowd: Promise<Crowd> | undefined
  let permissions: Promise<readonly string[]> | undefined
  return {
    port,
    tenant,
    call,
    callAsOperator: (operation, body) => call(operation, body, operatorKey),
    createTenant,
    createCrowd,
    sharedCrowd() {
      crowd ??= createCrowd()
      return crowd
    },
    longPermissions() {
      permissions ??= createLongPermissions(call)
      return permissions
    },
  }
}

/** As many keys as fit into one body. */
const keysPerImport = 6_000

async function importCrowd(port: number, { rootKey, apiId, identity, role, permission }: Crowd, size: number) {
  for (let start = 0; start < size; start += keysPerImport) {
    const keys = Array.from({ length: Math.min(keysPerImport, size - start) }, (_, index) => ({
      hash: sha256(`${apiId} ${start + index}`),
      externalId: identity,
      roles: [role],
      permissions: [permission],
    }))
    await callOperation(port, rootKey, "keys.migrateKeys", { apiId, keys })
  }
}

async function createLongPermissions(call: Scene["call"]): Promise<readonly string[]> {
  const slugs = Array.from({ length: 1_000 }, (_, index) => longSlug("long", index))
  for (const slug of slugs) {
    await call("permissions.createPermission", { slug, name: longName, description: longName })
  }
  return slugs
}
