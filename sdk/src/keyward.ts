import type { CallOptions } from "./call.ts"
import { type ConnectionOptions, connectionOf, type KeywardOptions, type SessionOptions } from "./connection.ts"
import { type FollowOptions, followEvents } from "./follow-events.ts"
import { operations, pageOperations } from "./generated/operations.gen.ts"
import type { EventMessage, EventsStreamInput, Operations, PageOperations } from "./generated/types.gen.ts"
import { everyItem } from "./pages.ts"
import type { PageResult, Result } from "./result.ts"
import type { Kind } from "./retry.ts"
import { type Connection, send } from "./send.ts"

export type Keyward = Operations & Following

/** A client in a page of the service. It can also call the operations about the user. */
export type SessionKeyward = Keyward & PageOperations

interface Following {
  /**
   * Every event after `after`, or from now on, as it happens. A lost connection is opened again after the last event, so that
   * none is missing and none comes twice. The loop throws if the service refuses, or cannot be reached at the beginning.
   */
  followEvents(input?: EventsStreamInput, options?: FollowOptions): AsyncIterable<EventMessage>
}

/**
 * A client for one service with one key, or with the session of the browser. Throws a TypeError if address, key or
 * workspace are invalid.
 */
export function createKeyward(options: SessionOptions): SessionKeyward
export function createKeyward(options?: KeywardOptions): Keyward
export function createKeyward(options: ConnectionOptions = {}): Keyward {
  const connection = connectionOf(options)
  const tables: readonly KindTable[] = options.session === undefined ? [operations] : [operations, pageOperations]
  const client: Record<string, Record<string, unknown>> = {}
  for (const [resource, members] of tables.flatMap((table) => Object.entries(table))) {
    const methods = Object.entries(members).map(([name, kind]) => [
      name,
      method(connection, `${resource}.${name}`, kind),
    ])
    client[resource] = { ...client[resource], ...Object.fromEntries(methods) }
  }
  const follow: Following["followEvents"] = (input, options) => followEvents(connection, input, options)
  // The tables and the types are generated from the same operations.
  return { ...client, followEvents: follow } as unknown as Keyward
}

type KindTable = Readonly<Record<string, Readonly<Record<string, Kind>>>>

function method(connection: Connection, operation: string, kind: Kind) {
  const call = async (input?: object, options: CallOptions = {}): Promise<Result<unknown>> => {
    const outcome = await send(connection, { operation, kind, input, options })
    if ("error" in outcome) return outcome
    const { envelope, headers } = outcome
    const { meta, data, pagination } = envelope
    return { data, ...(pagination && { pagination }), requestId: meta.requestId, headers }
  }
  if (kind !== "pages") return call
  const page = call as (input?: object, options?: CallOptions) => Promise<PageResult<unknown>>
  return Object.assign(call, { all: (input?: object, options?: CallOptions) => everyItem(page, input, options) })
}
