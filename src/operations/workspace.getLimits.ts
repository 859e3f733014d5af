import { z } from "zod"
import { workspaceRef } from "../contract/primitives.ts"
import { monthOf } from "../core/usage-period.ts"
import { query } from "./operation.ts"

const limit = z
  .object({
    limit: z.int().nullable().describe("The maximum. null means unlimited."),
    current: z.int().optional().describe("How much of it is used. Absent if nothing is counted against it."),
  })
  .meta({ id: "WorkspaceLimit" })

export const getLimits = query({
  name: "workspace.getLimits",
  title: "Show the limits of a workspace",
  summary: "Show the limits of a workspace, with the field names of published Unkey clients.",
  callers: ["operator", "root_key"],
  needs: ["workspace.*.read_workspace"],
  input: z.strictObject({ workspaceId: workspaceRef }),
  output: z.object({
    apiBillableOperationsCountMaxPerMonth: limit.describe(
      "`verificationsPerMonth`; `current` counts the verifications of this month in UTC, up to about 5 seconds ago.",
    ),
    apiRequestsCountMaxPerMinute: limit.describe("`requestsPerMinute`."),
    logsRetentionDaysMax: limit.describe("Always 0: there are no request logs to query."),
    logsAuditRetentionDaysMax: limit.describe("Always unlimited: events are never deleted."),
    logdrainsMax: limit.describe("Always 0: there are no log drains."),
  }),
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ workspace, store, now }) {
    const { verificationsPerMonth, requestsPerMinute } = workspace.limits
    const verifications = await store.usage.verificationsIn(workspace.id, monthOf(now))
    return {
      apiBillableOperationsCountMaxPerMonth: { limit: verificationsPerMonth, current: verifications },
      apiRequestsCountMaxPerMinute: { limit: requestsPerMinute },
      logsRetentionDaysMax: { limit: 0 },
      logsAuditRetentionDaysMax: { limit: null },
      logdrainsMax: { limit: 0, current: 0 },
    }
  },
})
