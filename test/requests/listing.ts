import type { TestServer } from "../harness/harness.ts"
import type { World } from "../harness/world.ts"

const late = ["requestId", "lastUsedAt", "counts", "identities"]

/** Everything that a workspace returns over HTTP, except when its keys were last used and counts, which come late. */
export async function listingOf(server: TestServer, world: World): Promise<string> {
  const caller = { key: world.rootKey }
  const read = (operation: string, body: unknown = {}) => server.ok(operation, body, caller)
  const lists = [
    await read("workspaces.getWorkspace"),
    await read("rootKeys.listRootKeys"),
    await read("apis.listApis"),
    await read("keys.listKeys"),
    await read("identities.listIdentities"),
    await read("permissions.listPermissions"),
    await read("permissions.listRoles"),
    await read("plans.listPlans"),
    await read("ratelimit.listNamespaces"),
    await read("ratelimit.listOverrides", { namespace: world.namespaceId }),
    await read("keys.listMigrations"),
    await read("events.listEvents"),
  ]
  return JSON.stringify(lists, (name, value) => (late.includes(name) ? undefined : value))
}
