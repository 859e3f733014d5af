import { printable } from "../../core/printable.ts"
import type { Connection } from "../client/connection.ts"
import { createEventBell } from "../client/event-bell.ts"
import { pause } from "../client/event-stream.ts"
import { Refused } from "../client/refused.ts"
import { NoResponse, send } from "../client/send.ts"
import { UsageError } from "../failure.ts"
import { eventColumns } from "../operation/event-columns.ts"
import { withActorNames } from "../operation/event-lookups.ts"
import { selectField } from "../operation/select-field.ts"
import { onStopSignal } from "../serve/until-stopped.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"

/** The operation that `--watch` belongs to. */
export const watched = "events.listEvents"

export const watchHelp = [
  "--watch",
  "Show the last events (10, --limit or --since), oldest first, and then each new event until Ctrl-C. Reconnects after a restart of the service. With --json, every line is an event.",
] as const

interface WatchOptions {
  readonly connection: Connection
  readonly body: unknown
  readonly isRaw: boolean
  readonly only: string | undefined
  readonly output: Output
  now(): number
}

type Event = Readonly<Record<string, unknown>>

const patienceMs = { first: 250, last: 5_000 }
const usualPast = 10
const pageLength = 100

/** Prints new events until a signal arrives or the reader closes the output. */
export async function watchEvents({ connection, body, isRaw, only, output, now }: WatchOptions): Promise<number> {
  const request = watchable(body)
  const stopping = new AbortController()
  onStopSignal(() => stopping.abort())
  output.whenUnread(() => stopping.abort())
  const asking = { ...connection, stopped: stopping.signal }
  const feed = createFeed(asking, request)
  const bell = createEventBell(connection, request.workspaceId, stopping.signal)
  let failures = 0
  let isFollowing = false
  while (!stopping.signal.aborted) {
    const news = await feed.next().catch((error: unknown) => error)
    if (stopping.signal.aborted) break
    if (Array.isArray(news)) {
      if (failures > 0) output.error("The service responds again.")
      failures = 0
      const named = isRaw || only !== undefined ? news : await withActorNames(connection, news)
      for (const event of named) output.print(textOf(event, { isRaw, only, output, now }))
      if (!isFollowing && output.isErrorTerminal) output.error("Waiting for new events. Press Ctrl-C to stop.")
      isFollowing = true
    } else {
      // An address or key that never worked is wrong, and waiting does not help.
      if (!isFollowing || !(news instanceof NoResponse || (news instanceof Refused && news.isPassing))) throw news
      if (failures === 0) output.error(`${news.message.split("\n")[0]} Trying again.`)
      failures++
    }
    if (failures === 0) await bell.wait()
    else await pause(Math.min(patienceMs.last, patienceMs.first * 2 ** failures), stopping.signal)
  }
  return 0
}

function watchable(body: unknown): Event {
  if (!isObject(body)) throw new UsageError("--watch needs a body that is a JSON object.")
  for (const member of ["until", "cursor"]) {
    if (member in body) throw new UsageError(`--watch has no end and no pages. Leave out --${member}.`)
  }
  return body
}

/** Each call returns the events since the last one, oldest first. */
function createFeed(connection: Connection, { limit, ...filter }: Event) {
  let newest: unknown
  let isFirst = true

  const page = async (body: Event) => {
    const answer = await send(connection, watched, JSON.stringify(body))
    if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
    return { events: Array.isArray(answer.data) ? answer.data.filter(isObject) : [], cursor: answer.cursor }
  }
  const since = async (known: unknown): Promise<Event[]> => {
    const found: Event[] = []
    for (let cursor: string | undefined; ; ) {
      const { events, cursor: next } = await page({ ...filter, limit: pageLength, ...(cursor && { cursor }) })
      const place = events.findIndex(({ eventId }) => eventId === known)
      found.push(...(place === -1 ? events : events.slice(0, place)))
      if (place !== -1 || next === undefined) return found
      cursor = next
    }
  }
  return {
    async next(): Promise<readonly Event[]> {
      const isShort = isFirst && filter.since === undefined
      const found = isShort ? (await page({ ...filter, limit: limit ?? usualPast })).events : await since(newest)
      isFirst = false
      newest = found[0]?.eventId ?? newest
      return found.reverse()
    },
  }
}

function textOf(
  event: Event,
  { isRaw, only, output, now }: Pick<WatchOptions, "isRaw" | "only" | "output" | "now">,
): string {
  if (isRaw) return JSON.stringify(event)
  if (only !== undefined) return selectField(event, only)
  const [time, who, what, object, customer, changes] = eventColumns.map(({ read }) => {
    const value = read(event, now())
    return value === undefined ? "" : printable(String(value))
  })
  const moment = typeof event.time === "number" ? new Date(event.time).toISOString() : time
  const owner = customer === "" || customer === object ? "" : ` of ${customer}`
  const difference = changes === "" ? "" : `  ${changes}`
  return `${output.paint("dim", moment ?? "")}  ${output.paint("bold", what ?? "")}  ${object}${owner}  by ${who}${difference}`
}
