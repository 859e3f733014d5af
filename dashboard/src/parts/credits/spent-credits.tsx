import type { UsageGetVerificationsInput } from "@keyward/client"
import { stepMsOf } from "../../period.ts"
import { useRead } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { formatShort, formatWhole } from "../../ui/format.ts"
import { Skeleton } from "../../ui/states.tsx"
import { Load } from "../load.tsx"
import { BarChart } from "../usage/bar-chart.tsx"
import { type LogOwner, useLogLink } from "../usage/log-link.ts"
import css from "./spent-credits.module.css"

interface SpentCreditsProps {
  readonly of: LogOwner
  readonly title: string
  /** Whose verifications are counted, and when. */
  readonly usage: Pick<UsageGetVerificationsInput, "keyIds" | "identity" | "from" | "to" | "interval">
  /** Follows the number: "in the last 30 days". */
  readonly when: string
  /** How often the usage is read again. Undefined for a time that is over. */
  readonly everyMs?: number | undefined
  /** Whether the chart follows the time range of the page. */
  readonly canZoom: boolean
}

/** The credits that were spent over time. */
export function SpentCredits({ of, title, usage, when, everyMs, canZoom }: SpentCreditsProps) {
  const logLink = useLogLink(of)
  const query = useRead(
    ["credits-spent", usage],
    (client) => client.usage.getVerifications({ ...usage, groupBy: [] }),
    everyMs === undefined ? {} : { everyMs },
  )
  return (
    <Card title={title}>
      <Load query={query} skeleton={<Skeleton height={140} />}>
        {({ times, interval, groups, credits }) => (
          <>
            <p className={css.total}>
              <strong title={formatWhole(credits)}>{formatShort(credits)}</strong> {when}
            </p>
            <BarChart
              canZoom={canZoom}
              height={120}
              label={`${title}, over time`}
              series={[
                {
                  ...{ key: "credits", label: "Credits", color: "var(--accent)" },
                  counts: times.map((_, index) =>
                    groups.reduce((sum, { creditCounts }) => sum + (creditCounts[index] ?? 0), 0),
                  ),
                },
              ]}
              log={(range) => logLink(range, undefined)}
              stepMs={stepMsOf(interval)}
              times={times}
            />
          </>
        )}
      </Load>
    </Card>
  )
}
