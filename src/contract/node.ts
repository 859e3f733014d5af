import { z } from "zod"
import { millis } from "./primitives.ts"

export const node = z
  .object({
    nodeId: z.string().describe("Identifies the process until it ends, as in `GET /readyz`."),
    host: z.string().optional().describe("The name of its machine."),
    version: z.string().describe("The version of Keyward that the node runs."),
    startedAt: millis.describe("When the process started, in Unix milliseconds."),
    isCurrent: z.boolean().describe("Whether this node handled the request."),
    lease: z
      .object({
        until: millis.describe("When the lease ends unless the node renews it, in Unix milliseconds."),
        valid: z.boolean().describe("A node without a valid lease reads from the database, so it is correct but slow."),
      })
      .optional()
      .describe("The right to respond from memory. Absent on the embedded database, which has one node."),
    lag: z.int().min(0).optional().describe("Changes that have not reached this node. Usually 0."),
    memory: z.int().min(0).optional().describe("Resident memory in bytes."),
    verificationsPerSecond: z.number().min(0).optional().describe("Over the last ten seconds."),
  })
  .meta({ id: "Node" })
