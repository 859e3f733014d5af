import { type ReactNode, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Skeleton } from "../../ui/states.tsx"
import { Load } from "../load.tsx"
import { LegendRoom } from "./bar-chart.tsx"
import type { ChartValues } from "./chart-series.ts"
import { ChartTable } from "./chart-table.tsx"

interface ChartCardProps<Data> {
  readonly title: string
  /** The name of the view that shows only what did not pass. */
  readonly partName: string
  readonly query: Parameters<typeof Load<Data>>[0]["query"]
  readonly height: number
  readonly actions?: ReactNode
  /** The values that the chart and its table show. */
  readonly shown: (data: Data, isPart: boolean) => ChartValues
  readonly chart: (data: Data, shown: ChartValues, isPart: boolean) => ReactNode
}

/** A chart with the view of a part alone, and with its table. */
export function ChartCard<Data>({ title, partName, query, height, actions, shown, chart }: ChartCardProps<Data>) {
  const [view, setView] = useState<"all" | "part">("all")
  const [isTable, setTable] = useState(false)
  const isPart = view === "part"
  return (
    <Card
      actions={
        <>
          <Segmented
            label="Outcomes"
            onChange={setView}
            options={[
              { value: "all", label: "All" },
              { value: "part", label: partName },
            ]}
            value={view}
          />
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)} size="small" variant="quiet">
            {isTable ? "As chart" : "As table"}
          </Button>
          {actions}
        </>
      }
      title={title}
    >
      <Load
        query={query}
        skeleton={
          <>
            <Skeleton height={height} />
            <LegendRoom />
          </>
        }
      >
        {(data) => {
          const values = shown(data, isPart)
          return isTable ? <ChartTable {...values} /> : chart(data, values, isPart)
        }}
      </Load>
    </Card>
  )
}
