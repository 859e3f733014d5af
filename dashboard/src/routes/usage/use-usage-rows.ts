import type { UsageGetVerificationsInput, UsageListUsageInput } from "@keyward/client"
import type { Used } from "../../../../src/core/usage-rows.ts"
import type { BillPeriod } from "../../bill-period.ts"
import { useList, useRead } from "../../queries.ts"
import type { UsageOrder } from "./usage-order.ts"

/** What the page lists. */
export interface UsageQuestion {
  readonly dimension: "key" | "identity" | "api" | "tag"
  readonly order: UsageOrder
  readonly apiId: string | undefined
}

/** The list reads a row of every key, so that it is read less often than a chart. */
const everyMs = 60_000

/** A time without an earlier one has no changes to sort by. */
export function listInput({ dimension, order, apiId }: UsageQuestion, { bounds, before }: BillPeriod) {
  const sort = before === undefined && order.sort.startsWith("credits") ? "credits" : order.sort
  return {
    ...bounds,
    groupBy: dimension,
    sort: before === undefined && sort.endsWith("Change") ? "verifications" : sort,
    order: order.order,
    ...(before && { previousFrom: before.from, previousTo: before.to }),
    ...(apiId !== undefined && { apiId }),
  } as const satisfies UsageListUsageInput
}

export function useUsageRows(question: UsageQuestion, period: BillPeriod) {
  const input = listInput(question, period)
  return useList(
    ["usage-list", input],
    (client, page) => client.usage.listUsage({ ...input, count: true, limit: 50, ...page }),
    period.isOver ? {} : { everyMs },
  )
}

/** Of everything, in the time and in the one before. */
export function useUsageTotals({ apiId }: UsageQuestion, { bounds, before, isOver }: BillPeriod) {
  const filter = { interval: "total", groupBy: [], ...(apiId !== undefined && { apiId }) } as const
  const now = useTotal({ ...filter, ...bounds }, isOver)
  const earlier = useTotal({ ...filter, ...(before ?? bounds) }, isOver)
  return { now, before: before && earlier }
}

function useTotal(input: UsageGetVerificationsInput, isOver: boolean): Used | undefined {
  const { data } = useRead(
    ["usage-total", input],
    (client) => client.usage.getVerifications(input),
    isOver ? {} : { everyMs },
  )
  return data && { verifications: data.total, credits: data.credits }
}
