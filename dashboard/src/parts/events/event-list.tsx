import type { Event, EventsListEventsInput } from "@keyward/client"
import { type MouseEvent, type ReactNode, useId, useState } from "react"
import { minuteMs } from "../../../../src/core/durations.ts"
import { keywardError } from "../../client.ts"
import { messageOf } from "../../error-messages.ts"
import { useList } from "../../queries.ts"
import { IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { counted, formatDay } from "../../ui/format.ts"
import { Empty } from "../../ui/states.tsx"
import { Ago, Clock, useNow } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { UndoButton } from "../keys/undo-button.tsx"
import { Load } from "../load.tsx"
import { EventDetails } from "./event-details.tsx"
import css from "./event-list.module.css"
import { EventSentence, RequestSentence } from "./event-sentence.tsx"
import { requestsOf } from "./requests.ts"

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
  if (items === undefined && keywardError(error)?.code === "application/invalid_input") {
    return <Empty title="These filters can match no event">{messageOf(error)}</Empty>
  }
  return (
    <Load query={{ data: items, error, refetch }}>
      {(events) =>
        events.length === 0 ? (
          <Empty title="No events">Every change is recorded here, with who made it. None matches.</Empty>
        ) : (
          <>
            <div className={classNames(isPlaceholderData && css.stale)}>
              {isShort ? (
                <Rows events={events} hasMore={hasNextPage} />
              ) : (
                <Days events={events} hasMore={hasNextPage} />
              )}
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
  /** Older events follow, perhaps of the last request. */
  readonly hasMore: boolean
}

/** Changes of one request are one row. */
function Rows({ events, hasMore, isOfDay = false }: RowsProps) {
  const requests = requestsOf(events)
  return (
    <ol className={css.list}>
      {requests.map(([first, ...more], index) => (
        <Row
          details={
            more.length === 0 ? (
              <EventDetails event={first} />
            ) : (
              <>
                <div className={css.undo}>
                  <UndoButton event={first} />
                </div>
                <ol className={css.list}>
                  {[first, ...more].map((event) => (
                    <Row
                      details={<EventDetails event={event} />}
                      isOfDay={isOfDay}
                      key={event.eventId}
                      time={event.time}
                    >
                      <EventSentence event={event} />
                    </Row>
                  ))}
                </ol>
              </>
            )
          }
          isGroup={more.length > 0}
          isOfDay={isOfDay}
          key={first.eventId}
          time={first.time}
        >
          {more.length === 0 ? (
            <EventSentence event={first} />
          ) : (
            <RequestSentence events={[first, ...more]} isCut={hasMore && index === requests.length - 1} />
          )}
        </Row>
      ))}
    </ol>
  )
}

/** People look for what happened yesterday, not for what happened 31 hours ago. */
function Days({ events, hasMore }: Pick<RowsProps, "events" | "hasMore">) {
  const now = useNow(minuteMs)
  const days = [...new Set(events.map(({ time }) => formatDay(time, now)))]
  return days.map((day) => (
    <section key={day}>
      <h2 className={css.day}>{day}</h2>
      <Rows
        events={events.filter(({ time }) => formatDay(time, now) === day)}
        hasMore={hasMore && day === days.at(-1)}
        isOfDay={day !== "Today"}
      />
    </section>
  ))
}

interface RowProps {
  readonly children: ReactNode
  readonly time: number
  readonly isOfDay: boolean
  readonly details: ReactNode
  /** The details are rows themselves. */
  readonly isGroup?: boolean
}

/** A line that opens. */
function Row({ children, time, isOfDay, details, isGroup = false }: RowProps) {
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
        <span className={css.sentence}>{children}</span>
        <span className={css.time}>{isOfDay ? <Clock time={time} /> : <Ago time={time} />}</span>
      </div>
      {isOpen && (
        <div className={isGroup ? css.group : css.details} id={id}>
          {details}
        </div>
      )}
    </li>
  )
}
