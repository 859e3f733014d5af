import { z } from "zod"
import { found } from "../contract/errors.ts"
import { namespaceRef } from "../contract/primitives.ts"
import { identifier } from "../contract/ratelimit.ts"
import { otherField, usageGroup, usageInput, usageOutput } from "../contract/usage.ts"
import type { UsageDimension, UsageGroup } from "../storage/port/usage.ts"
import { query } from "./operation.ts"
import { readUsage } from "./shared/usage/read-usage.ts"
import { usageRange } from "./shared/usage/usage-range.ts"
import { requireReadableWorkspace } from "./shared/workspaces/readable-workspace.ts"

const group = usageGroup({
  outcome: z.enum(["passed", "denied"]).optional().describe("Result of the checks. Present if you group by `outcome`."),
  identifier: z.string().optional().describe("The identifier. Present if you group by `identifier`."),
  ...otherField,
}).meta({ id: "RatelimitUsage" })

export const getRatelimits = query({
  name: "usage.getRatelimits",
  title: "Count rate-limit checks",
  summary: "Count checks of rate limits over time, by outcome or identifier.",
  callers: ["operator", "root_key"],
  needs: ["ratelimit.{namespaceId}.read_usage"],
  scope: "installation",
  requiredOfOperators: ["workspaceId"],
  input: z.strictObject({
    ...usageInput,
    namespace: namespaceRef.describe("Name or id of the namespace, even if it was deleted."),
    identifier: identifier.optional().describe("Only checks of this identifier."),
    groupBy: z
      .array(z.enum(["outcome", "identifier"]))
      .max(2)
      .refine((values) => new Set(values).size === values.length, { error: "must not repeat a value" })
      .default(["outcome"])
      .describe("What the groups differ in: `outcome`, `identifier` or both."),
  }),
  output: z.object({ ...usageOutput, groups: z.array(group).describe("One entry for each group, largest first.") }),
  errors: ["data/workspace_not_found", "data/ratelimit_namespace_not_found"],
  example: {
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    namespace: "email",
    from: 1_767_225_600_000,
    to: 1_767_830_400_000,
    groupBy: ["identifier"],
  },
  async run(context) {
    const { input, store, caller, now, grant } = context
    const { groupBy, limit } = input
    const workspaceId = await requireReadableWorkspace(store, caller, input.workspaceId)
    const namespaceId = found(
      await store.usage.findNamespace(workspaceId, input.namespace),
      "data/ratelimit_namespace_not_found",
    )
    grant({ namespaceId })
    const range = usageRange(context, input.identifier !== undefined || groupBy.includes("identifier"))
    const filter = { type: "limits", namespaceId, identifier: input.identifier } as const
    const grouped = groupBy.map((dimension) => stored[dimension])
    const result = await readUsage(
      store,
      { ...range, workspaceId, filter, groupBy: grouped, limit, now },
      { name: "identifiers", fix: "Choose a shorter time, or name an identifier." },
    )
    return { ...range, groups: result.groups.map(toWireGroup), total: sum(result.overall.counts) }
  },
})

const stored: Readonly<Record<"outcome" | "identifier", UsageDimension>> = { outcome: "outcome", identifier: "label" }

function toWireGroup({ outcome, label, isOther, counts }: UsageGroup) {
  return {
    ...(outcome !== undefined && { outcome: outcome === "PASSED" ? ("passed" as const) : ("denied" as const) }),
    ...(label !== undefined && { identifier: label }),
    ...(isOther && { other: true as const }),
    total: sum(counts),
    counts,
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
