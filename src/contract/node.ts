import { z } from "zod"
import { millis } from "./primitives.ts"
import { problem } from "./problem.ts"

export const node = z
  .object({
    nodeId: z.string().describe("Identifies the process until it ends, as in `GET /readyz`."),
    host: z.string().optional().describe("Host name of the machine. Absent until the node reports it."),
    version: z.string().describe("The version of Keyward that the node runs."),
    startedAt: millis.describe("When the process started, in Unix milliseconds."),
    isCurrent: z.boolean().describe("Whether this node handled the request."),
    lease: z
      .object({
        until: millis.describe("When the lease ends unless the node renews it, in Unix milliseconds."),
        valid: z
          .boolean()
          .describe(
            "Whether the lease is valid. If not, the node reads everything from the database: correct, but slower.",
          ),
      })
      .optional()
      .describe("The right to respond from memory. Absent on SQLite, which has one node."),
    lag: z
      .int()
      .min(0)
      .optional()
      .describe("Number of changes that have not reached this node yet, usually 0. Absent until the node reports it."),
    memory: z.int().min(0).optional().describe("Resident memory in bytes. Absent until the node reports it."),
    verificationsPerSecond: z
      .number()
      .min(0)
      .optional()
      .describe("Verifications per second, over the last ten seconds. Absent until the node reports it."),
    problems: z
      .array(problem)
      .optional()
      .describe(
        "Damage and lack of disk space, as in `GET /readyz`. Only on the node that handled the request. Absent if there is none.",
      ),
  })
  .meta({ id: "Node" })
