import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { int, millis, workspaceRef } from "../contract/primitives.ts"
import { monthOf } from "../core/usage-period.ts"
import type { ContextWith } from "./context.ts"
import { query } from "./operation.ts"

const noRows = z.array(z.object({})).max(0).describe("Always empty.")
const zero = z.int().describe("Always 0.")

const apiTotals = z
  .object({
    verifications: z.int().describe("Verifications with a code other than NOT_FOUND, up to about 5 seconds ago."),
    ratelimits: z
      .int()
      .describe("Checks by ratelimit.limit and ratelimit.multiLimit, passed or denied, up to about 5 seconds ago."),
  })
  .describe("Calls that were counted.")

const computeTotals = z
  .object({ cpuSeconds: zero, memoryGiBHours: zero, storageGiBHours: zero, egressGiB: zero })
  .describe("Always 0: Keyward runs no deployments.")

const gatewayTotals = z.object({ activeKeys: zero }).describe("Always 0: Keyward is not a gateway.")

export const getUsage = query({
  name: "workspace.getUsage",
  title: "Show the usage of a workspace",
  summary: "Show the usage of a workspace in one calendar month, with the field names of published Unkey clients.",
  callers: ["operator", "root_key"],
  needs: ["workspace.*.read_workspace"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    period: z
      .strictObject({
        year: int(1970, 9999).describe("Year of the month to show."),
        month: int(1, 12).describe("Month to show; it must have begun."),
      })
      .optional()
      .describe("A calendar month in UTC that has begun. Default: the current month."),
  }),
  output: z.object({
    period: z
      .object({
        start: millis.describe("Start of the month in UTC, in Unix milliseconds."),
        end: millis.describe("End of the month, exclusive, in Unix milliseconds. For the current month, this is now."),
      })
      .describe("The time that was counted."),
    totals: z
      .object({ api: apiTotals, compute: computeTotals, gateway: gatewayTotals })
      .describe("Sums of the period."),
    breakdowns: z.object({ byEnvironment: noRows, byApp: noRows }).describe("Always empty."),
  }),
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS", period: { year: 2026, month: 1 } },
  async run({ input, workspace, store, now }) {
    const { start, end } = boundsOf(input.period ?? monthAt(now))
    if (start > now) throw invalidInput({ location: "body.period", message: "must not be in the future" })
    const [verifications, ratelimits] = await Promise.all([
      store.usage.verificationsIn(workspace.id, monthOf(start)),
      countLimitChecks(store, workspace.id, { start, end, now }),
    ])
    return {
      period: { start, end: Math.min(end, now) },
      totals: {
        api: { verifications, ratelimits },
        compute: { cpuSeconds: 0, memoryGiBHours: 0, storageGiBHours: 0, egressGiB: 0 },
        gateway: { activeKeys: 0 },
      },
      breakdowns: { byEnvironment: [], byApp: [] },
    }
  },
})

async function countLimitChecks(
  { usage }: ContextWith<"store">["store"],
  workspaceId: string,
  { start, end, now }: { readonly start: number; readonly end: number; readonly now: number },
): Promise<number> {
  const { overall } = await usage.read({
    workspaceId,
    filter: { type: "limits" },
    interval: "month",
    from: start,
    to: end,
    times: [start],
    groupBy: [],
    limit: 1,
    now,
  })
  return overall.counts.reduce((sum, count) => sum + count, 0)
}

interface Month {
  readonly year: number
  /** 1 is January. */
  readonly month: number
}

function monthAt(now: number): Month {
  const date = new Date(now)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

function boundsOf({ year, month }: Month) {
  return { start: Date.UTC(year, month - 1), end: Date.UTC(year, month) }
}
