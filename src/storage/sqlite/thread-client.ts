import type { OnDamage } from "../port/damage.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { isDamageCode } from "./damage-codes.ts"
import {
  type DatabaseRequest,
  type DatabaseResult,
  decode,
  type Encoded,
  encode,
  type Step,
  type StepResult,
  type ThreadSettings,
} from "./protocol.ts"

/** A connection in its own thread. */
export interface ThreadClient {
  /** Returns one result for each step. */
  execute(steps: readonly Step[]): Promise<readonly StepResult[]>
  close(): Promise<void>
}

declare global {
  /** Bun's threads have these methods, and those of browsers, whose types the project includes, do not. */
  interface Worker {
    ref(): void
    unref(): void
  }
}

/** Threads that have closed their file. Another file opens on one of them in a tenth of the time of a new thread. */
const idle = new Set<Worker>()
const mostIdle = 4

function takeWorker(): Worker {
  for (const worker of idle) {
    idle.delete(worker)
    return worker
  }
  const worker = new Worker(new URL("./thread.ts", import.meta.url).href)
  // One that ends while it is idle would answer nothing.
  worker.addEventListener("close", () => void idle.delete(worker))
  return worker
}

export function startThread(settings: ThreadSettings, onDamage?: OnDamage): ThreadClient {
  const worker = takeWorker()
  worker.ref()
  const waiting: { resolve(result: DatabaseResult): void; reject(error: unknown): void }[] = []
  let failure: unknown
  let closed: Promise<void> | undefined

  const fail = (error: unknown) => {
    failure = error
    for (const { reject } of waiting.splice(0)) reject(new StorageUnavailable(error))
  }
  const end = () => fail(new Error("the database thread has ended"))
  worker.onmessage = ({ data }: MessageEvent<Encoded<DatabaseResult>>) => waiting.shift()?.resolve(decode(data))
  worker.onerror = (event) => fail(new Error(event.message))
  worker.addEventListener("close", end)

  const send = (message: DatabaseRequest | ThreadSettings) => {
    if (failure !== undefined) return Promise.reject(new StorageUnavailable(failure))
    // Serializes first, because a message that fails to serialize gets no reply.
    const text = encode(message)
    const { promise, resolve, reject } = Promise.withResolvers<DatabaseResult>()
    waiting.push({ resolve, reject })
    worker.postMessage(text)
    return promise
  }
  const close = async () => {
    const closing = send({ steps: [{ type: "close" }] })
    // What is sent from now on would reach the file of another client.
    failure ??= new Error("the database thread was closed")
    const isIdle = await closing.then(
      ({ type }) => type === "results" && idle.size < mostIdle,
      () => false,
    )
    worker.removeEventListener("close", end)
    if (!isIdle) return worker.terminate()
    worker.unref()
    idle.add(worker)
  }
  // The first reply confirms that the file is open. If opening fails, later requests report it.
  send(settings).catch(() => {})

  return {
    async execute(steps) {
      return resultsOf(await send({ steps }), onDamage)
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

const unavailableCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|NOMEM|PROTOCOL|CORRUPT|NOTADB)/

/** A SQLite error that was passed between threads. */
class SqliteFailure extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.name = "SqliteFailure"
    this.code = code
  }
}

export function resultsOf(result: DatabaseResult, onDamage?: OnDamage): readonly StepResult[] {
  if (result.type === "results") return result.results
  if (isDamageCode(result.code)) onDamage?.({ detail: result.message })
  const failure = new SqliteFailure(result.message, result.code)
  throw unavailableCodes.test(result.code ?? "") ? new StorageUnavailable(failure) : failure
}
