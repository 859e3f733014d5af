import { RedisClient } from "bun"

/** One connection to Redis. */
export interface Link {
  /** Rejects with the error of the server, or with the reason why the connection ended. Never resends. */
  send(command: string, args: string[]): Promise<unknown>
  /** Resolves once, with the reason. */
  readonly ended: Promise<Error>
  end(reason: Error): void
}

/** A missing reply ends the connection, because replies come in order and all later ones wait too. */
export const answerMs = 500
export const connectMs = 1000

/** Counts time in event-loop turns, so a paused process reads what has arrived before it judges a reply as late. */
const turnsToAnswer = 10

interface PendingCall {
  readonly turn: number
  reject(reason: Error): void
}

export async function openLink(url: string): Promise<Link> {
  const options = { connectionTimeout: connectMs, autoReconnect: false, enableOfflineQueue: false }
  const client = new RedisClient(url, options)
  const waiting = new Set<PendingCall>()
  const ended = Promise.withResolvers<Error>()
  let turn = 0

  const end = (reason: Error) => {
    clearInterval(timer)
    client.onclose = null
    client.close()
    ended.resolve(reason)
    for (const { reject } of waiting) reject(reason)
    waiting.clear()
  }
  const timer = setInterval(() => {
    turn++
    const [oldest] = waiting
    if (oldest !== undefined && turn - oldest.turn > turnsToAnswer) end(new Error(`no reply within ${answerMs} ms`))
  }, answerMs / turnsToAnswer)
  timer.unref()
  client.onclose = () => end(new Error("the connection was closed"))

  const send = (command: string, args: string[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const reply = client.send(command, args)
      const one: PendingCall = { turn, reject }
      waiting.add(one)
      reply.then(
        (value: unknown) => {
          waiting.delete(one)
          resolve(value)
        },
        (error: Error) => {
          waiting.delete(one)
          reject(error)
        },
      )
    })
  try {
    await client.connect()
    // The client selects the database without waiting for the reply.
    await send("PING", [])
  } catch (error) {
    end(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  return { send, ended: ended.promise, end }
}
