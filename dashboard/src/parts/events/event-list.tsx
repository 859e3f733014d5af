import type { Event, EventsListEventsInput } from "@keyward/client"
import { type MouseEvent, useId, useState } from "react"
import { minuteMs } from "../../../../src/core/durations.ts"
import { useList } from "../../queries.ts"
import { IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { counted, formatDay } from "../../ui/format.ts"
import { Empty } from "../../ui/states.tsx"
import { Ago, Clock, useNow } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { Load } from "../load.tsx"
import { EventDetails } from "./event-details.tsx"
import css from "./event-list.module.css"
import { EventSentence } from "./event-sentence.tsx"

export type EventFilter = Pick<EventsListEventsInput, "resourceId" | "type" | "actorId" | "since" | "until">

interface EventListProps {
  readonly filter?: EventFilter
  /** How many at first, and how many more at a time. */
  readonly limit?: number
  /** Only the newest, without a way to more. */
  readonly isShort?: boolean
}

/** Events, newest first. Each opens to show its changes. */
export function EventList({ filter = {}, limit = 25, isShort = false }: EventListProps) {
  const query = useList(
    ["events", filter, limit],
    (client, cursor) => client.events.listEvents({ ...filter, ...cursor, limit }),
    { everyMs: 10_000 },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query
  return (
    <Load query={{ data: items, error, refetch }}>
      {(events) =>
        events.length === 0 ? (
          <Empty title="No events">Every change is recorded here, with who made it. None matches.</Empty>
        ) : (
          <>
            <div className={classNames(isPlaceholderData && css.stale)}>
              {isShort ? <Rows events={events} /> : <Days events={events} />}
            </div>
            {!isShort && (
              <MoreRows
                isFlush
                hasMore={hasNextPage}
                isLoading={isFetchingNextPage}
                onMore={() => fetchNextPage()}
                shown={counted(events.length, "event")}
                which="latest"
              />
            )}
          </>
        )
      }
    </Load>
  )
}

interface RowsProps {
  readonly events: readonly Event[]
  /** The day is said above, so that the time of the day is enough. */
  readonly isOfDay?: boolean
}

function Rows({ events, isOfDay = false }: RowsProps) {
  return (
    <ol className={css.list}>
      {events.map((event) => (
        <EventRow event={event} isOfDay={isOfDay} key={event.eventId} />
      ))}
    </ol>
  )
}

/** People look for what happened yesterday, not for what happened 31 hours ago. */
function Days({ events }: { readonly events: readonly Event[] }) {
  const now = useNow(minuteMs)
  const days = [...new Set(events.map(({ time }) => formatDay(time, now)))]
  return days.map((day) => (
    <section key={day}>
      <h2 className={css.day}>{day}</h2>
      <Rows events={events.filter(({ time }) => formatDay(time, now) === day)} isOfDay={day !== "Today"} />
    </section>
  ))
}

function EventRow({ event, isOfDay }: { readonly event: Event; readonly isOfDay: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = (clicked: MouseEvent) => {
    const isOnControl = clicked.target instanceof Element && clicked.target.closest("a, button") !== null
    if (!isOnControl && getSelection()?.isCollapsed !== false) setOpen(!isOpen)
  }
  return (
    <li>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: The button in the line does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The button in the line does the same. */}
      <div className={css.line} onClick={toggle}>
        <IconButton
          aria-controls={isOpen ? id : undefined}
          aria-expanded={isOpen}
          className={classNames(css.toggle, isOpen && css.turned)}
          icon="right"
          label={isOpen ? "Hide the changes" : "Show the changes"}
          onClick={() => setOpen(!isOpen)}
          size="small"
        />
        <span className={css.sentence}>
          <EventSentence event={event} />
        </span>
        <span className={css.time}>{isOfDay ? <Clock time={event.time} /> : <Ago time={event.time} />}</span>
      </div>
      {isOpen && (
        <div className={css.details} id={id}>
          <EventDetails event={event} />
        </div>
      )}
    </li>
  )
}
