import type { NodeDetails, NodeDirectory, NodeLoad, NodeReport } from "../storage/port/nodes.ts"

interface NodeDirectoryOptions extends Pick<NodeDirectory, "problems"> {
  /** The id of this node in the database. Undefined if the database has a single node. */
  readonly clusterId: string | undefined
  readonly version: string
  readonly startedAt: number
  describe(): Pick<NodeReport, "host" | keyof NodeLoad>
  listCluster(): Promise<readonly NodeDetails[]>
}

/** The embedded database lists no nodes, because this process is the only one. */
export function createNodeDirectory(options: NodeDirectoryOptions): NodeDirectory {
  const { clusterId, version, startedAt, describe, listCluster, problems } = options
  if (clusterId !== undefined) return { id: clusterId, list: listCluster, problems }
  const id = `node_${crypto.randomUUID().replaceAll("-", "")}`
  return {
    id,
    problems,
    // Read all the same, because this operation fails like all others if the database is down.
    list: async () => [...(await listCluster()), { id, version, startedAt, behind: 0, ...describe() }],
  }
}
