import { RedisClient } from "bun"

/** One connection to Redis, from its opening to its end. */
export interface Link {
  /** Rejects with what the server refused or, for all that wait, with the reason of the end. Nothing is sent again. */
  send(command: string, args: string[]): Promise<unknown>
  /** Resolves once, with the reason. */
  readonly ended: Promise<Error>
  end(reason: Error): void
}

/** Whatever has no answer by then ends the connection: answers come in order, so all that follows waits too. */
export const answerMs = 500
export const connectMs = 1000

/**
 * Time is counted in turns of the event loop: a process that stood still reads what has arrived meanwhile before it
 * judges anything to be late.
 */
const turnsToAnswer = 10

interface Waiting {
  readonly turn: number
  reject(reason: Error): void
}

export async function openLink(url: string): Promise<Link> {
  const options = { connectionTimeout: connectMs, autoReconnect: false, enableOfflineQueue: false }
  const client = new RedisClient(url, options)
  const waiting = new Set<Waiting>()
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
    if (oldest !== undefined && turn - oldest.turn > turnsToAnswer) end(new Error(`no answer within ${answerMs} ms`))
  }, answerMs / turnsToAnswer)
  timer.unref()
  client.onclose = () => end(new Error("the connection was closed"))

  const send = (command: string, args: string[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const reply = client.send(command, args)
      const one: Waiting = { turn, reject }
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
    // The client chooses the database without waiting for the answer to that.
    await send("PING", [])
  } catch (error) {
    end(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  return { send, ended: ended.promise, end }
}
