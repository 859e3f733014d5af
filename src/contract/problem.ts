import { z } from "zod"

/** Something with which the server works, but which an operator must mend. */
export const problem = z
  .object({
    type: z
      .enum(["overloaded", "database_damaged", "verification_log_damaged", "disk_full", "disk_low"])
      .describe("Identifies the problem."),
    detail: z.string().describe("What is wrong, what it causes and what to do."),
    guide: z.string().describe("Path of the page that explains more."),
  })
  .meta({ id: "Problem" })

export type Problem = z.infer<typeof problem>
