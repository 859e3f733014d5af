import type { SendResult } from "../core/webhook-rules.ts"
import type { SendJob } from "./send.ts"
import { createSendPlaces, type Place, type Turn } from "./send-places.ts"
import type { NumberedJob, NumberedResult } from "./send-thread.ts"

/** Sends requests to endpoints. */
export interface WebhookSender {
  /** Networks that the operator has opened. */
  readonly allow: readonly string[]
  /** Waits until this workspace may have one more request in flight. Who takes the place gives it back. */
  takePlace(workspaceId: string, turn: Turn): Promise<Place>
  /** Who sends has a place. Throws only if the thread has failed or the server stops. */
  send(job: SendJob): Promise<SendResult>
  close(): void
}

interface SenderOptions extends Pick<WebhookSender, "allow"> {
  /** For metrics. */
  onResult?(result: SendResult): void
}

const stops = "The server stops."

/** The thread starts with the first request. */
export function createWebhookSender({ allow, onResult }: SenderOptions): WebhookSender {
  const places = createSendPlaces()
  const waiting = new Map<number, PromiseWithResolvers<SendResult>>()
  let worker: Worker | undefined
  let last = 0
  let isClosed = false
  const end = (reason: string) => {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(new URL("./send-thread.ts", import.meta.url).href)
    // What an earlier thread reports late says nothing about its successor.
    const fail = (reason: string) => {
      if (worker === started) end(reason)
    }
    started.onmessage = ({ data: { number, result } }: MessageEvent<NumberedResult>) => {
      onResult?.(result)
      waiting.get(number)?.resolve(result)
      waiting.delete(number)
    }
    started.onerror = ({ message }) => fail(`The thread that sends webhooks has failed: ${message}`)
    started.addEventListener("close", () => fail("The thread that sends webhooks has ended."))
    return started
  }
  return {
    allow,
    takePlace: places.take,
    async send(job) {
      if (isClosed) throw new Error(stops)
      worker ??= start()
      last += 1
      worker.postMessage({ number: last, job, allow } satisfies NumberedJob)
      const result = Promise.withResolvers<SendResult>()
      waiting.set(last, result)
      return result.promise
    },
    close() {
      isClosed = true
      end(stops)
    },
  }
}
