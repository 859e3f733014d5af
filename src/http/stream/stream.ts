import type { Caller } from "../../operations/context.ts"
import type { Stream } from "../../operations/operation.ts"
import type { FollowedEvents } from "../../operations/shared/events/followed-events.ts"
import type { StaleIds } from "../../storage/port/nodes.ts"

/** The streams of events that this process serves. */
export interface Streams {
  /** Returns the body of the response. Throws 429 or 503 if there are too many. */
  open(opening: Opening): ReadableStream<Uint8Array>
  /** A change has been committed, here or on another node. */
  hear(ids: StaleIds): void
  /** Ends every stream, and refuses others. */
  close(): void
}

/** Who opens a stream. */
export interface Opener {
  readonly caller: Caller
  readonly operation: Stream
}

interface Opening extends Opener {
  readonly followed: FollowedEvents
  /** Called when the stream ends for another reason than its reader. */
  onEnd(): void
}
