import type { Event, IncidentRefusals } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { minuteMs } from "../../../../src/core/durations.ts"
import { stepMsOf } from "../../period.ts"
import { Card } from "../../ui/card.tsx"
import { counted, formatDay } from "../../ui/format.ts"
import { Empty, Skeleton } from "../../ui/states.tsx"
import { Clock, useNow } from "../../ui/time.tsx"
import events from "../events/event-list.module.css"
import { RequestRow } from "../events/request-row.tsx"
import { Load } from "../load.tsx"
import { VerdictBadge } from "../log/verdict-badge.tsx"
import { BarChart, Legend } from "../usage/bar-chart.tsx"
import type { ChartChanges } from "../usage/chart-changes.tsx"
import { useLogLink } from "../usage/log-link.ts"
import { seriesOf, useUsage } from "../usage/usage-chart.tsx"
import css from "./incident.module.css"
import { type Subject, usageFilter } from "./subject.ts"
import { type Spell, type TimelineEntry, timelineOf } from "./timeline.ts"

interface IncidentTimelineProps {
  readonly of: Subject
  readonly refusals: readonly IncidentRefusals[]
  /** Undefined for people who may not read them. */
  readonly changes: readonly Event[] | undefined
  /** There were more changes. */
  readonly isPartial: boolean
}

/** Refusals by reason and changes, in one order: what came before the first refusal? */
export function IncidentTimeline({ of, refusals, changes = [], isPartial }: IncidentTimelineProps) {
  const now = useNow(minuteMs)
  const entries = timelineOf(refusals, changes)
  const days = [...new Set(entries.map(({ time }) => formatDay(time, now)))]
  return (
    <Card isFlush title="Timeline of refusals and changes">
      {refusals.length > 0 && <RefusalChart changes={{ events: changes, isPartial }} of={of} />}
      {entries.length === 0 && <Empty title="No changes in this period">Nothing was refused or changed.</Empty>}
      {days.map((day) => (
        <section key={day}>
          <h3 className={events.day}>{day}</h3>
          <ol className={events.list}>
            {entries
              .filter(({ time }) => formatDay(time, now) === day)
              .map((entry) => (
                <Entry entry={entry} key={keyOf(entry)} of={of} />
              ))}
          </ol>
        </section>
      ))}
      {isPartial && (
        <p className={css.end}>
          Only the latest {counted(changes.length, "change")} are shown. Choose a shorter time to see others.
        </p>
      )}
    </Card>
  )
}

function keyOf(entry: TimelineEntry): string {
  return entry.type === "change" ? entry.events[0].eventId : `${entry.spell.code} ${entry.spell.from}`
}

function RefusalChart({ of, changes }: { readonly of: Subject; readonly changes: ChartChanges }) {
  const { query } = useUsage(usageFilter(of))
  const logLink = useLogLink(of)
  return (
    <div className={css.chart}>
      <Load query={query} skeleton={<Skeleton height={146} />}>
        {(data) => {
          const values = {
            times: data.times,
            stepMs: stepMsOf(data.interval),
            series: seriesOf(data, true),
            changes,
            log: (range: Parameters<typeof logLink>[0], code: string | undefined) => logLink(range, code ?? "refused"),
          }
          return (
            <>
              <BarChart {...values} height={120} label="Refused verifications over time by reason" />
              <Legend {...values} />
            </>
          )
        }}
      </Load>
    </div>
  )
}

function Entry({ entry, of }: { readonly entry: TimelineEntry; readonly of: Subject }) {
  if (entry.type === "change") return <RequestRow events={entry.events} isCut={false} isOfDay showsOrigin />
  return <SpellRow of={of} spell={entry.spell} />
}

/** How often verifications were refused from one time until another, with the log of that time. */
function SpellRow({ of, spell: { code, from, until, count } }: { readonly of: Subject; readonly spell: Spell }) {
  const logLink = useLogLink(of)
  return (
    <li className={css.spell}>
      <VerdictBadge code={code} />
      <span className={css.sentence}>
        <Link {...logLink({ type: "between", from, until }, code)}>{counted(count, "refusal")}</Link>
      </span>
      <span className={events.time}>
        <Clock time={from} />
        {until - from > minuteMs && (
          <>
            {" – "}
            <Clock time={until} />
          </>
        )}
      </span>
    </li>
  )
}
