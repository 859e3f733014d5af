import type { Event, EventsListEventsInput } from "@keyward/client"
import { minuteMs } from "../../../../src/core/durations.ts"
import { keywardError } from "../../client.ts"
import { messageOf } from "../../error-messages.ts"
import { useLive } from "../../event-stream.ts"
import { useList, useRead } from "../../queries.ts"
import { classNames } from "../../ui/class-names.ts"
import { counted, formatDay, visibleText } from "../../ui/format.ts"
import { Empty } from "../../ui/states.tsx"
import { useNow } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { Load } from "../load.tsx"
import css from "./event-list.module.css"
import { RequestRow } from "./request-row.tsx"
import { requestsOf } from "./requests.ts"

export type EventFilter = Pick<
  EventsListEventsInput,
  "workspaceId" | "resourceId" | "type" | "types" | "actorId" | "since" | "until"
>

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
  useLive("events", { isEnabled: true })
  const { items, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query
  if (items === undefined && keywardError(error)?.code === "application/invalid_input") {
    return <Empty title="These filters can match no event">{messageOf(error)}</Empty>
  }
  return (
    <Load query={{ data: items, error, refetch }}>
      {(events) =>
        events.length === 0 ? (
          <NoEvents filter={filter} />
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

/** An id that no event has is a mistake. Then the other filters are not why the list is empty. */
function NoEvents({ filter: { workspaceId, resourceId } }: { readonly filter: EventFilter }) {
  const { data: known } = useRead(
    ["events", "about", resourceId],
    (client) =>
      client.events.listEvents({
        ...(workspaceId !== undefined && { workspaceId }),
        ...(resourceId !== undefined && { resourceId }),
        limit: 1,
      }),
    { isEnabled: resourceId !== undefined },
  )
  if (resourceId === undefined || known === undefined || known.length > 0) {
    return <Empty title="No events">Every change is recorded here, with who made it. None matches.</Empty>
  }
  return (
    <Empty title="These filters can match no event">
      No event is about {visibleText(resourceId)}. Check the id, or remove the filter.
    </Empty>
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
      {requests.map((request, index) => (
        <RequestRow
          events={request}
          isCut={hasMore && index === requests.length - 1}
          isOfDay={isOfDay}
          key={request[0].eventId}
        />
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
        isOfDay
      />
    </section>
  ))
}
