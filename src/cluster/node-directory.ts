import { hostname } from "node:os"
import type { NodeDetails, NodeDirectory, NodeLoad } from "../storage/port/nodes.ts"

interface Parts {
  /** The id of this node in the database. Undefined if the database has a single node. */
  readonly clusterId: string | undefined
  readonly version: string
  readonly startedAt: number
  load(): NodeLoad
  listCluster(): Promise<readonly NodeDetails[]>
}

/** The embedded database lists no nodes, because this process is the only one. */
export function createNodeDirectory({ clusterId, version, startedAt, load, listCluster }: Parts): NodeDirectory {
  if (clusterId !== undefined) return { id: clusterId, list: listCluster }
  const id = `node_${crypto.randomUUID().replaceAll("-", "")}`
  return { id, list: async () => [{ id, host: hostname(), version, startedAt, behind: 0, ...load() }] }
}
