import type { Connection } from "./connection.ts"
import { type EventStream, openEventStream, pause } from "./event-stream.ts"

/** Tells when the service may have new events, by its stream of events. */
export interface EventBell {
  /** Resolves at the next event, at the loss of the stream, and otherwise after a moment if there is no stream. */
  wait(): Promise<void>
}

/** A version without streams, or with too many of them, is asked this often. */
const withoutStreamMs = 500

export function createEventBell(connection: Connection, workspaceId: unknown, stopped: AbortSignal): EventBell {
  let stream: EventStream | undefined
  return {
    async wait() {
      if (stream === undefined) {
        stream = await openEventStream(connection, { workspaceId }, stopped)
        // What has happened before it was open does not ring.
        if (stream === undefined) await pause(withoutStreamMs, stopped)
        return
      }
      if ((await stream.next()) === undefined) stream = undefined
    },
  }
}
