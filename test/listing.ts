import type { TestServer } from "./harness.ts"
import type { World } from "./world.ts"

/** Everything that a workspace shows over the wire, except when its keys were last used. */
export async function listingOf(server: TestServer, world: World): Promise<string> {
  const caller = { key: world.rootKey }
  const read = async (operation: string, body: unknown = {}) => (await server.call(operation, body, caller)).body
  const lists = await Promise.all([
    read("workspaces.getWorkspace"),
    read("rootKeys.listRootKeys"),
    read("apis.listApis"),
    read("keys.listKeys"),
    read("identities.listIdentities"),
    read("permissions.listPermissions"),
    read("permissions.listRoles"),
    read("ratelimit.listNamespaces"),
    read("ratelimit.listOverrides", { namespace: world.namespaceId }),
    read("keys.listMigrations"),
    read("events.listEvents"),
  ])
  return JSON.stringify(lists, (name, value) => (name === "requestId" || name === "lastUsedAt" ? undefined : value))
}
