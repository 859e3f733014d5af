import { usageDimensions } from "../../../src/contract/usage-lists.ts"
import { useAddress, useChooseRange } from "../address.ts"
import type { BillPeriod } from "../bill-period.ts"
import { usePageTitle } from "../page-title.ts"
import { nameOfApi, useApis } from "../parts/api-names.ts"
import { Below } from "../parts/below.tsx"
import { Failure } from "../parts/failure.tsx"
import { useBillPeriod } from "../parts/usage/bill-period.ts"
import { Change, Tile, TileRow } from "../parts/usage/tile.tsx"
import { labelOf } from "../range-label.ts"
import { Card } from "../ui/card.tsx"
import { Count } from "../ui/count.tsx"
import { Select } from "../ui/field.tsx"
import { counted, formatWhole, visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Segmented } from "../ui/segmented.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { DownloadUsage } from "./usage/download-usage.tsx"
import { MonthStepper } from "./usage/month-stepper.tsx"
import { costliestFirst, formatUsageOrder, parseUsageOrder, usageOrders } from "./usage/usage-order.ts"
import { things, UsageTable } from "./usage/usage-table.tsx"
import { type UsageQuestion, useUsageRows, useUsageTotals } from "./usage/use-usage-rows.ts"

const titles = { key: "Keys", identity: "Customers", api: "APIs", tag: "Tags" } as const

/** Who used what in a month, or in any time, against the time before. */
export default function UsagePage() {
  usePageTitle("Usage")
  const { search, change } = useAddress()
  const { data: apis } = useApis()
  const period = useBillPeriod()
  const question: UsageQuestion = {
    dimension: usageDimensions.find((one) => one === search.by) ?? "key",
    order: parseUsageOrder(search.sort),
    apiId: search.api,
  }
  const list = useUsageRows(question, period)
  const totals = useUsageTotals(question, period)
  const sort = (order: UsageQuestion["order"]) => {
    const text = formatUsageOrder(order)
    change({ sort: text === formatUsageOrder(costliestFirst) ? "" : text }, true)
  }
  const thing = things[question.dimension]
  const { items, matches, error, refetch } = list
  return (
    <Page
      about={<Compared period={period} />}
      actions={<DownloadUsage count={matches?.total ?? 0} period={period} question={question} total={totals.now} />}
      title="Usage"
    >
      <TileRow isShort>
        <Tile
          name="Credits spent"
          note={totals.now && totals.before && <Change from={totals.before.credits} to={totals.now.credits} />}
          value={totals.now && <Count value={totals.now.credits} />}
        />
        <Tile
          name="Verifications"
          note={
            totals.now && totals.before && <Change from={totals.before.verifications} to={totals.now.verifications} />
          }
          value={totals.now && <Count value={totals.now.verifications} />}
        />
        <Tile
          name={titles[question.dimension]}
          note={period.before ? "used in this or the previous period" : "used in this period"}
          value={matches && <Count value={matches.total} />}
        />
      </TileRow>
      <Toolbar>
        <Segmented
          label="List by"
          onChange={(by) => change({ by: by === "key" ? "" : by }, true)}
          options={usageDimensions.map((value) => ({ value, label: titles[value] }))}
          value={question.dimension}
        />
        <Select
          aria-label="API"
          onChange={(api) => change({ api })}
          options={[
            { value: "", label: "All APIs" },
            ...(apis ?? []).map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ]}
          value={search.api ?? ""}
        />
        <Select
          aria-label="Order"
          onChange={(value) => sort(parseUsageOrder(value))}
          options={usageOrders}
          value={formatUsageOrder(question.order)}
        />
        <MonthStepper onChoose={useChooseRange()} period={period} />
      </Toolbar>
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={8} />}</Card>
      ) : items.length === 0 ? (
        <Card>
          <Empty title="No verifications in this period">
            Every verification counts here, with the credits that it spent. Choose another time, or another API.
          </Empty>
        </Card>
      ) : (
        <>
          <Below reads={[["usage-total"], ["api-names"]]}>
            <UsageTable
              isStale={list.isPlaceholderData}
              nameOfApi={(apiId) => nameOfApi(apis, apiId)}
              onSort={sort}
              question={question}
              rows={items}
              total={totals.now}
            />
          </Below>
          <MoreRows
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
            shown={
              list.hasNextPage && matches
                ? `${formatWhole(items.length)} of ${counted(matches.total, thing)}`
                : counted(items.length, thing)
            }
          />
        </>
      )}
    </Page>
  )
}

/** "November 2026, compared with the same part of October 2026" */
function Compared({ period }: { readonly period: BillPeriod }) {
  const { range, before, bounds } = period
  const name = labelOf(range, Date.now())
  if (before === undefined) return <>{name}</>
  if (range.type !== "month") return <>{`${name}, compared with the same length of time before`}</>
  const month = labelOf({ type: "month", start: before.from }, Date.now())
  const isWhole = before.to === bounds.from
  return <>{`${name} in UTC, compared with ${isWhole ? month : `the same part of ${month}`}`}</>
}
