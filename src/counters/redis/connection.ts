import { CountersUnavailable } from "../counters.ts"
import { diagnose } from "./diagnose.ts"
import { type Link, openLink } from "./link.ts"

/** A connection that reconnects automatically. */
export interface RedisConnection {
  readonly isUp: boolean
  /** Throws CountersUnavailable: immediately without a connection, in bounded time with one. */
  send(command: string, args: string[]): Promise<unknown>
  close(): void
}

export interface ConnectionOptions {
  readonly url: string
  /** Proves that the server is usable. Runs once a second and before a connection is used. */
  check(link: Pick<Link, "send">): Promise<void>
  onLost(): void
  /** Called when the connection is lost, when the reason changes, and when it is back. */
  report(message: string, cause: unknown): void
}

const checkEveryMs = 1000
const backoffMs = { first: 25, last: 1000 }

/** Throws if the server is unusable now. Later it retries without limit. */
export async function connectRedis({ url, check, onLost, report }: ConnectionOptions): Promise<RedisConnection> {
  let link: Link | undefined
  let isClosed = false
  let isReconnecting = false
  let reported = ""

  const open = async () => {
    const opened = await openLink(url).catch(async (cause) => {
      throw new Error(await diagnose(url), { cause })
    })
    try {
      await check(opened)
    } catch (error) {
      opened.end(asError(error))
      throw error
    }
    if (isClosed) return opened.end(closed)
    link = opened
    opened.ended.then((reason) => link === opened && lose(reason))
  }
  const reportOnce = (message: string, cause: Error) => {
    if (cause.message !== reported) report(message, cause)
    reported = cause.message
  }
  const lose = (reason: Error) => {
    link = undefined
    onLost()
    if (isClosed) return
    reportOnce("The connection to the counter store was lost. Keyward keeps retrying.", reason)
    if (!isReconnecting) reconnect()
  }
  const reconnect = async () => {
    isReconnecting = true
    for (let attempt = 0; link === undefined && !isClosed; attempt++) {
      await pause(backoffOf(attempt))
      await open().catch((error) =>
        reportOnce("The counter store is unavailable. Keyward keeps retrying.", asError(error)),
      )
    }
    isReconnecting = false
    if (!isClosed) reportOnce("The counter store is back.", new Error("the connection works"))
  }

  await open()
  const pulse = setInterval(() => {
    const checked = link
    checked && check(checked).catch((error) => checked.end(asError(error)))
  }, checkEveryMs)
  pulse.unref()

  return {
    get isUp() {
      return link !== undefined
    },
    async send(command, args) {
      if (link === undefined) throw noConnection()
      try {
        return await link.send(command, args)
      } catch (error) {
        throw new CountersUnavailable(error)
      }
    },
    close() {
      isClosed = true
      clearInterval(pulse)
      link?.end(closed)
    },
  }
}

const closed = new Error("the counters are closed")

export function noConnection(): CountersUnavailable {
  return new CountersUnavailable(new Error("there is no connection to Redis"))
}

/** Doubles up to a second, with jitter, so that nodes do not reconnect all at once. */
function backoffOf(attempt: number): number {
  return Math.min(backoffMs.last, backoffMs.first * 2 ** attempt) * (0.5 + Math.random() / 2)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
