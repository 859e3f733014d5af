import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { notACursor, pageInput, written } from "../contract/pagination.ts"
import { workspaceRef } from "../contract/primitives.ts"
import { quota } from "../contract/quota.ts"
import { apiFilter, codesFilter, identityFilter, pointInTime, tagFilter, usedIdentity } from "../contract/usage.ts"
import { usageDimensions, usageSorts } from "../contract/usage-lists.ts"
import { monthStartOf } from "../core/usage-period.ts"
import type { UsageListQuery, UsageListRow, UsagePlace } from "../storage/port/usage.ts"
import { pagedQuery } from "./operation.ts"
import { currentBalances } from "./shared/usage/current-balances.ts"
import { listUsageOf } from "./shared/usage/read-usage.ts"
import { usageRange } from "./shared/usage/usage-range.ts"
import { grantUsage, usageRight } from "./shared/usage/usage-rights.ts"
import { requireReadableWorkspace } from "./shared/workspaces/readable-workspace.ts"

const amounts = {
  verifications: z.int().describe("Verifications, refused ones included."),
  credits: z.int().describe("Credits that they spent."),
}

const row = z
  .object({
    keyId: z.string().optional().describe("Id of the key. Present if you group by `key`, unless the key is unknown."),
    name: z.string().optional().describe("Name of the key or API, for people. Absent if it has none."),
    apiId: z
      .string()
      .optional()
      .describe(
        "Id of the API, or of the API of the key. Absent if you group by `identity` or `tag`, or if the key is unknown.",
      ),
    identity: usedIdentity
      .optional()
      .describe("The customer. If you group by `key`, the customer who owns the key now. Absent if none."),
    tag: z.string().optional().describe("The tag. Present if you group by `tag`, unless there was none."),
    folded: z
      .literal(true)
      .optional()
      .describe("Present if this entry holds verifications whose tags were not counted separately."),
    deleted: z.literal(true).optional().describe("Present if the key, customer or API was deleted."),
    ...amounts,
    remaining: z
      .int()
      .optional()
      .describe(
        "Credits that the key or the customer has left now. Only with `balances`, and absent if it has none of its own.",
      ),
    quota: quota
      .optional()
      .describe(
        "The quota of the customer, with its use in this period. Only with `balances` if you group by `identity`, and absent if it has none.",
      ),
    previous: z
      .object(amounts)
      .optional()
      .describe("The same for the time from `previousFrom` to `previousTo`. Absent if you did not send them."),
  })
  .meta({ id: "UsageEntry" })

export const listUsage = pagedQuery({
  name: "usage.listUsage",
  title: "List usage",
  summary: "List keys, customers, APIs or tags by the credits or verifications of a month, or of any time.",
  callers: ["operator", "root_key"],
  needs: [],
  mayNeed: [usageRight],
  scope: "installation",
  requiredOfOperators: ["workspaceId"],
  input: z
    .strictObject({
      workspaceId: workspaceRef,
      groupBy: z
        .enum(usageDimensions)
        .default("key")
        .describe("What each entry is: a key, a customer, an API or a tag."),
      from: pointInTime
        .optional()
        .describe(
          "Start of the time, in Unix milliseconds. Rounded down to the hour, or to the day where hours are no longer kept. Default: the start of this month, in UTC.",
        ),
      to: pointInTime
        .optional()
        .describe("End of the time, exclusive, in Unix milliseconds. Rounded up to the hour or day. Default: now."),
      previousFrom: pointInTime
        .optional()
        .describe("Start of the time to compare with. Send it together with `previousTo`."),
      previousTo: pointInTime.optional().describe("End of the time to compare with, exclusive."),
      sort: z
        .enum(usageSorts)
        .default("credits")
        .describe("What the list is sorted by. A change is the difference to the time to compare with, and needs one."),
      order: z
        .enum(["asc", "desc"])
        .default("desc")
        .describe("Direction of `sort`: `desc` is the largest first, `asc` the smallest first."),
      apiId: apiFilter,
      identity: identityFilter,
      codes: codesFilter,
      tag: tagFilter,
      balances: z
        .boolean()
        .default(false)
        .describe(
          "Whether to return the credits that each key or customer has left now, in `remaining`, and the quota of each customer, in `quota`.",
        ),
      count: z.boolean().default(false).describe("Whether `pagination.total` tells how many entries there are."),
      ...pageInput,
    })
    .refine(({ previousFrom, previousTo }) => (previousFrom === undefined) === (previousTo === undefined), {
      error: "must be sent together with `previousFrom`",
      path: ["previousTo"],
    })
    .refine(({ sort, previousFrom }) => previousFrom !== undefined || !sort.endsWith("Change"), {
      error: "needs `previousFrom` and `previousTo`, the time to compare with",
      path: ["sort"],
    })
    .meta({ dependentRequired: { previousFrom: ["previousTo"], previousTo: ["previousFrom"] } }),
  output: z.array(row),
  errors: ["data/workspace_not_found", "data/api_not_found", "data/identity_not_found"],
  example: {
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    groupBy: "key",
    from: 1_767_225_600_000,
    to: 1_769_904_000_000,
    limit: 10,
  },
  async run(context) {
    const { input, store, caller, now, after } = context
    const { apiId, identity, codes, tag, groupBy, sort, order, limit } = input
    const workspaceId = await requireReadableWorkspace(store, caller, input.workspaceId)
    const identities = identity === undefined ? undefined : [identity]
    const identityIds = await grantUsage(context, workspaceId, { apiId, identities })
    const isLabelled = tag !== undefined || groupBy === "tag"
    const query = {
      workspaceId,
      range: usageRange(
        { ...context, input: { from: input.from ?? monthStartOf(now), to: input.to, interval: "total" } },
        isLabelled,
      ),
      previous: previousRange(context, isLabelled),
      filter: { type: "verifications", apiId, identityIds, codes, tag },
      dimension: groupBy === "tag" ? "label" : groupBy,
      sort,
      isDescending: order === "desc",
      after: placeIn(after, input),
      now,
    } as const
    // One more row than needed shows whether there is another page.
    const { rows, count } = await listUsageOf(store, { ...query, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const balances = input.balances ? await currentBalances(context, page, query) : undefined
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      objects: page.map((one) => written(toWire(one, { ...query, balances }))),
      next: last && positionOf(last.place, input),
      matches: input.count ? { total: count } : undefined,
    }
  },
})

type Input = Pick<UsageListQuery, "sort"> & { readonly groupBy: string; readonly order: string }

interface Comparing extends Omit<Parameters<typeof usageRange>[0], "input"> {
  readonly input: { readonly previousFrom?: number | undefined; readonly previousTo?: number | undefined }
}

function previousRange(context: Comparing, isLabelled: boolean): UsageListQuery["previous"] {
  const { previousFrom, previousTo } = context.input
  if (previousFrom === undefined) return undefined
  const input = { from: previousFrom, to: previousTo, interval: "total" } as const
  return usageRange({ ...context, input }, isLabelled, { from: "previousFrom", to: "previousTo" })
}

/** Each order has cursors of its own. */
function positionOf({ value, tie }: UsagePlace, { groupBy, sort, order }: Input): string {
  return JSON.stringify([groupBy, sort, order, value, tie])
}

const position = z.tuple([z.string(), z.string(), z.string(), z.number(), z.number()])

function placeIn(after: string | undefined, { groupBy, sort, order }: Input): UsagePlace | undefined {
  if (after === undefined) return undefined
  const [ofGroups, ofSort, ofOrder, value, tie] = position.parse(JSON.parse(after))
  if (ofGroups === groupBy && ofSort === sort && ofOrder === order) return { value, tie }
  const fix = "Send the cursor with the `groupBy`, `sort` and `order` of the page before."
  throw invalidInput({ location: "body.cursor", message: notACursor, fix })
}

function toWire(
  { label, isFolded, isDeleted, place: _, previous, ...known }: UsageListRow,
  {
    previous: comparison,
    dimension,
    balances,
  }: Pick<UsageListQuery, "previous" | "dimension"> & {
    readonly balances: Awaited<ReturnType<typeof currentBalances>> | undefined
  },
) {
  return {
    ...known,
    ...(label !== undefined && { tag: label }),
    ...(isFolded && { folded: true as const }),
    ...(isDeleted && { deleted: true as const }),
    ...balances?.get((dimension === "key" ? known.keyId : known.identity?.id) ?? ""),
    ...(comparison && { previous }),
  }
}
