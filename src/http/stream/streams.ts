import { fault } from "../../contract/errors.ts"
import type { Caller } from "../../operations/context.ts"
import type { Store } from "../../storage/port/store.ts"
import type { RequestLog } from "../observe/request-log.ts"
import { unavailable } from "../request/response.ts"
import type { StreamMetrics } from "../stream/stream-metrics.ts"
import { comment, createEventStream, type EventStream } from "./event-stream.ts"
import { createLogReader } from "./log-reader.ts"
import type { Streams } from "./stream.ts"
import { createStreamRights, signedInOf } from "./stream-rights.ts"

interface StreamsOptions {
  readonly store: Store
  readonly operatorKeyHash: string
  readonly log: Pick<RequestLog, "report">
  readonly metrics: StreamMetrics
  now(): number
  hearsChanges(): boolean
}

const mostStreams = 1_000
const mostPerKey = 20
const mostPerSession = 5

/** Proxies close connections that are silent for long. */
const commentEveryMs = 15_000
/** Finds events that no bell has announced: of an offline command, or while the feed of changes is interrupted. */
const lookEveryMs = 5_000

export function createStreams({ log, metrics, store, ...rest }: StreamsOptions): Streams {
  const open = new Map<EventStream, string>()
  const report = (error: unknown) => log.report("The log of events could not be read. Its readers were cut.", error)
  const reader = createLogReader({ store, report })
  const rights = createStreamRights({ store, ...rest })
  const timers = [
    setInterval(() => reader.look(), lookEveryMs),
    setInterval(() => {
      for (const stream of open.keys()) stream.send(comment)
    }, commentEveryMs),
  ]
  for (const timer of timers) timer.unref()
  let isClosed = false

  return {
    open({ caller, operation, followed, onEnd }) {
      const { owner, most } = shareOf(caller)
      if (isClosed) throw unavailable(undefined, "The server is stopping. Open the stream again.")
      if (open.size >= mostStreams) throw unavailable(undefined, `This process serves ${mostStreams} streams already.`)
      const own = [...open.values()].filter((other) => other === owner).length
      if (own >= most) throw fault("limits/too_many_streams", { headers: { "Retry-After": "2" } })
      const opener = { caller, operation }
      reader.beginAt(followed.latest)
      const stream = createEventStream({
        followed,
        past: reader,
        onEnd(ended, reason) {
          open.delete(ended)
          reader.leave(ended)
          rights.remove(ended, opener)
          metrics.ended(reason)
          if (reason !== "reader_left") onEnd()
        },
      })
      open.set(stream, owner)
      metrics.opened()
      rights.add(stream, opener)
      return stream.body
    },

    hear(ids) {
      if (open.size === 0) return
      reader.look()
      rights.check(ids)
    },

    close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      rights.close()
      for (const stream of [...open.keys()]) stream.end("stopping")
    },
  }
}

/** Whose streams are counted together, and how many are allowed. */
function shareOf(caller: Caller): { readonly owner: string; readonly most: number } {
  const session = signedInOf(caller)?.session
  if (session !== undefined) return { owner: session.id, most: mostPerSession }
  return { owner: caller.type === "root_key" ? caller.rootKey.id : caller.type, most: mostPerKey }
}
