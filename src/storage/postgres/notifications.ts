import { SQL } from "bun"
import type { Feed, FeedHandlers, Progress, StaleIds } from "../port/nodes.ts"

/** Messages between nodes. They share one channel, so that they arrive in commit order. */
type Notification =
  | readonly ["change", sequence: number, staleIds: StaleIds]
  | readonly ["applied", nodeId: string, sequence: number, behind?: Readonly<Record<string, number>>]
  | readonly ["heartbeat", nodeId: string, heartbeat: number]

/** PostgreSQL accepts payloads below 8,000 bytes. */
const longestPart = 7_800
const mostParts = 10

export function encode(notification: Notification): string {
  return JSON.stringify(notification)
}

export function encodeProgress(nodeId: string, { sequence, behind }: Progress): string {
  if (behind.size === 0) return encode(["applied", nodeId, sequence])
  return encode(["applied", nodeId, sequence, Object.fromEntries(behind)])
}

/** Divides ids among notifications. So many ids that they need too many make every node clear its cache. */
export function staleIdsInParts(ids: readonly string[]): readonly StaleIds[] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const id of ids) {
    const size = Buffer.byteLength(id) + quotesAndComma
    if (bytes + size > longestPart) {
      parts.push([])
      bytes = 0
    }
    bytes += size
    parts.at(-1)?.push(id)
  }
  return parts.length > mostParts || ids.some(isTooLong) ? ["all"] : parts
}

const quotesAndComma = 3

function isTooLong(id: string): boolean {
  return Buffer.byteLength(id) > longestPart
}

interface FeedSource {
  readonly url: string
  readonly channel: string
}

// Some servers close idle sessions, and a connection that only listens is idle.
const session = { application_name: "keyward feed", idle_session_timeout: "0" }

/** Opens a connection that only listens. It never reconnects: after a gap the node must join again. */
export async function openFeed({ url, channel }: FeedSource, handlers: FeedHandlers): Promise<Feed> {
  let isOpen = true
  let isListening = false
  const close = () => {
    if (!isOpen) return
    isOpen = false
    void client.close({ timeout: 0 }).catch(() => {})
  }
  const client = new SQL(url, {
    max: 1,
    idleTimeout: 0,
    connectionTimeout: 2,
    connection: session,
    onclose(error) {
      if (!isOpen) return
      close()
      if (isListening) handlers.onDisconnect(error)
    },
  })
  const receive = (text: string) => {
    if (isOpen) dispatch(handlers, text)
  }
  try {
    await withTimeout(client.listen(channel, receive))
    isListening = true
  } catch (error) {
    close()
    throw error
  }
  return { close }
}

const timeoutMs = 2_000

/** Without this limit, a network that drops packets would block until the operating system closes the connection. */
async function withTimeout<T>(listening: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error(`PostgreSQL has not responded for ${timeoutMs} ms`))
  const timer = setTimeout(giveUp, timeoutMs)
  try {
    return await Promise.race([listening, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function dispatch(handlers: FeedHandlers, text: string): void {
  const notification = decode(text)
  switch (notification[0]) {
    case "change":
      handlers.onChange({ sequence: notification[1], staleIds: notification[2] })
      break
    case "applied":
      handlers.onAcknowledgement(notification[1], {
        sequence: notification[2],
        behind: new Map(Object.entries(notification[3] ?? {})),
      })
      break
    case "heartbeat":
      handlers.onHeartbeat(notification[1], notification[2])
      break
    default:
      // A newer version may describe a change in a form that this version does not know.
      handlers.onChange({ sequence: 0, staleIds: "all" })
  }
}

function decode(text: string): Notification | readonly [undefined] {
  try {
    const notification: unknown = JSON.parse(text)
    return Array.isArray(notification) ? (notification as unknown as Notification) : [undefined]
  } catch {
    return [undefined]
  }
}
