import { createPauser } from "../../core/pauses.ts"
import { eventMessages } from "../../operations/shared/events/event-message.ts"
import type { FollowedEvents } from "../../operations/shared/events/followed-events.ts"
import type { EventPlace, RecordedEvent } from "../../storage/port/events.ts"
import type { Store } from "../../storage/port/store.ts"
import { type EventStream, messageBytes, type PastReader } from "./event-stream.ts"

/**
 * Reads the log once for all streams that are up to date: where new events are, then the content of those that a stream
 * wants. The number of streams does not change the number of queries.
 */
export interface LogReader extends PastReader {
  /** The newest event is at least this one, so a reader without streams may begin here. */
  beginAt(sequence: number): void
  /** Looks for new events, unless a look is under way, which then looks again. */
  look(): void
  leave(stream: EventStream): void
}

interface ReaderOptions {
  readonly store: Store
  report(error: unknown): void
}

const pageLength = 100

/** Messages of one event, by its number. */
type Messages = ReadonlyMap<number, Uint8Array>

export function createLogReader({ store, report }: ReaderOptions): LogReader {
  const { events } = store
  const live = new Set<EventStream>()
  /** Events up to here were passed on, or are being passed on to the streams that were live when they were found. */
  let reached = 0
  let isLooking = false
  let isDue = false

  const messagesOf = async (recorded: readonly RecordedEvent[]): Promise<Messages> => {
    const messages = await eventMessages(store, recorded)
    return new Map(
      recorded.map(({ sequence }, index) => [sequence, messages[index] ? messageBytes(messages[index]) : nothing]),
    )
  }

  const passOn = async (places: readonly EventPlace[], streams: readonly EventStream[]) => {
    const wants = new Map([...Map.groupBy(streams, keyOf)].map(([key, [one]]) => [key, wantedBy(one, places)] as const))
    const numbers = new Set([...wants.values()].flat())
    const messages = await messagesOf(await events.listNumbered([...numbers]))
    const joined = new Map([...wants].map(([key, wanted]) => [key, join(wanted, messages)]))
    const pauseIfDue = createPauser(() => performance.now())
    for (const stream of streams) {
      const key = keyOf(stream)
      const wanted = wants.get(key) ?? []
      // A stream that has read its past itself may be ahead of this page.
      const isAhead = wanted[0] !== undefined && wanted[0] <= stream.position
      const missing = isAhead ? wanted.filter((sequence) => sequence > stream.position) : wanted
      const bytes = isAhead ? join(missing, messages) : joined.get(key)
      stream.position = Math.max(stream.position, places.at(-1)?.sequence ?? 0)
      if (bytes !== undefined && bytes.byteLength > 0) stream.send(bytes)
      await pauseIfDue()
    }
  }

  const readOn = async () => {
    for (;;) {
      const places = live.size === 0 ? [] : await events.listPlaces(reached, pageLength)
      const last = places.at(-1)
      if (last === undefined) return
      // A stream that joins from here on has these events already.
      reached = last.sequence
      const streams = [...live]
      try {
        await passOn(places, streams)
      } catch (error) {
        // They would miss these events. They come back with the id of the last one that they have.
        for (const stream of streams) stream.end("storage_unavailable")
        throw error
      }
      await Bun.sleep(pauseMs(streams.length))
    }
  }

  const look = async () => {
    isDue = true
    if (isLooking) return
    isLooking = true
    try {
      while (isDue) {
        isDue = false
        await readOn()
      }
    } catch (error) {
      report(error)
    } finally {
      isLooking = false
    }
  }

  return {
    look: () => void look(),

    beginAt(sequence) {
      if (live.size === 0) reached = Math.max(reached, sequence)
    },

    join(stream) {
      if (stream.position < reached) return false
      live.add(stream)
      // What was committed since the last look may have rung before this stream was here.
      void look()
      return true
    },

    leave: (stream) => void live.delete(stream),

    async readNext(stream) {
      const target = reached
      const { workspaceId, types } = stream.followed
      const page = await events.list({ workspaceId, types, after: stream.position, limit: pageLength })
      const last = page.at(-1)?.sequence ?? 0
      const isEnd = page.length < pageLength
      stream.position = Math.max(stream.position, last, isEnd ? target : 0)
      const messages = await messagesOf(page)
      return join([...messages.keys()], messages)
    },
  }
}

const nothing = new Uint8Array()

/** Writing to a stream takes some 10 µs, so a look for many streams is followed by a longer pause. */
function pauseMs(streams: number): number {
  return Math.min(250, Math.max(20, streams / 4))
}

/** Streams with the same key want the same events. */
function keyOf({ followed: { workspaceId, types } }: EventStream): string {
  return `${workspaceId ?? ""} ${types?.join(" ") ?? "*"}`
}

function wantedBy(stream: EventStream | undefined, places: readonly EventPlace[]): readonly number[] {
  if (stream === undefined) return []
  return places.filter((place) => isWanted(stream.followed, place)).map(({ sequence }) => sequence)
}

function isWanted({ workspaceId, types }: FollowedEvents, place: EventPlace): boolean {
  if (workspaceId !== undefined && workspaceId !== place.workspaceId) return false
  return types === undefined || types.includes(place.type)
}

function join(sequences: readonly number[], messages: Messages): Uint8Array {
  return Buffer.concat(sequences.map((sequence) => messages.get(sequence) ?? nothing))
}
