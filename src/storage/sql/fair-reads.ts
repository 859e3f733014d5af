import type { Turns } from "../fair-turns.ts"
import type { Reads } from "../port/store.ts"

/** Lists of a workspace that run at the same time; the others of it wait, and those of other workspaces do not. */
export const listsPerWorkspace = 2

/** The lane of who lists what belongs to no single workspace. */
const operatorLane = "operator"

/** Reads in which no workspace can occupy all connections or fill the line before one of them. */
export function fairReads<Given extends Reads>(reads: Given, turns: Turns): Given {
  const inTurn = async <T>(lane: string, list: () => Promise<T>): Promise<T> => {
    const leave = await turns.enter(lane)
    return list().finally(leave)
  }
  const fair =
    <Query, T>(list: (workspaceId: string, query: Query) => Promise<T>) =>
    (workspaceId: string, query: Query) =>
      inTurn(workspaceId, () => list(workspaceId, query))
  const { workspaces, rootKeys, apis, identities, keys, permissions, roles, namespaces, migrations, events } = reads
  return {
    ...reads,
    workspaces: { ...workspaces, list: (query) => inTurn(operatorLane, () => workspaces.list(query)) },
    rootKeys: { ...rootKeys, list: fair(rootKeys.list) },
    apis: { ...apis, list: fair(apis.list) },
    identities: { ...identities, list: fair(identities.list) },
    keys: { ...keys, list: fair(keys.list) },
    permissions: { ...permissions, list: fair(permissions.list) },
    roles: { ...roles, list: fair(roles.list) },
    namespaces: { ...namespaces, list: fair(namespaces.list) },
    migrations: { ...migrations, list: fair(migrations.list) },
    events: {
      ...events,
      list: (filter) => inTurn(filter.workspaceId ?? operatorLane, () => events.list(filter)),
    },
  }
}
