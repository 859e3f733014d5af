import { StorageUnavailable } from "../port/unavailable.ts"
import { type Question, type Reply, readMessage, type Sent, type ThreadSettings, writeMessage } from "./protocol.ts"

/** A connection in a thread of its own. */
export interface ThreadClient {
  ask(question: Question): Promise<Reply>
  close(): Promise<void>
}

export function startThread(settings: ThreadSettings): ThreadClient {
  const worker = new Worker(new URL("./thread.ts", import.meta.url).href)
  const waiting: { resolve(result: Reply): void; reject(error: unknown): void }[] = []
  let failure: unknown

  const fail = (error: unknown) => {
    failure = error
    for (const { reject } of waiting.splice(0)) reject(new StorageUnavailable(error))
  }
  worker.onmessage = ({ data }: MessageEvent<Sent<Reply>>) => waiting.shift()?.resolve(readMessage(data))
  worker.onerror = (event) => fail(new Error(event.message))
  worker.addEventListener("close", () => fail(new Error("the thread of the database has ended")))

  const send = (message: Question | ThreadSettings) => {
    if (failure !== undefined) return Promise.reject(new StorageUnavailable(failure))
    // First of all: what cannot be written is not asked, and nobody waits for its answer.
    const text = writeMessage(message)
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    waiting.push({ resolve, reject })
    worker.postMessage(text)
    return promise
  }
  // The first answer says that the file is open; if it cannot be opened, every later question says so.
  send(settings).catch(() => {})

  return {
    async ask(question) {
      const result = await send(question)
      if (result.type === "failure") throw errorOf(result)
      return result
    },
    async close() {
      await send({ type: "close" }).catch(() => {})
      worker.terminate()
    },
  }
}

const unavailableCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|NOMEM|PROTOCOL|CORRUPT|NOTADB)/

/** An error of SQLite on this side of the thread. */
class SqliteFailure extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.name = "SqliteFailure"
    this.code = code
  }
}

export function errorOf({ message, code }: { readonly message: string; readonly code: string | undefined }): Error {
  const failure = new SqliteFailure(message, code)
  return unavailableCodes.test(code ?? "") ? new StorageUnavailable(failure) : failure
}
