import { z } from "zod"
import { node } from "../contract/node.ts"
import type { NodeDetails } from "../storage/port/nodes.ts"
import { query } from "./operation.ts"

export const listNodes = query({
  name: "nodes.listNodes",
  title: "List nodes",
  summary: "List the nodes that serve this installation, with their load.",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: z.array(node),
  errors: [],
  example: {},
  async run({ nodes, now }) {
    const problems = nodes.problems()
    return (await nodes.list()).map((details) => ({
      ...toWireNode(details, { currentId: nodes.id, now }),
      ...(details.id === nodes.id && problems.length > 0 && { problems: [...problems] }),
    }))
  },
})

function toWireNode(details: NodeDetails, { currentId, now }: { readonly currentId: string; readonly now: number }) {
  const { id, host, version, startedAt, leaseEndsAt, holdsLease = true, behind } = details
  const { memoryBytes, verificationsPerSecond } = details
  return {
    nodeId: id,
    host,
    version,
    startedAt,
    isCurrent: id === currentId,
    ...(leaseEndsAt !== undefined && { lease: { until: leaseEndsAt, valid: holdsLease && now < leaseEndsAt } }),
    lag: behind,
    memory: memoryBytes,
    verificationsPerSecond,
  }
}
