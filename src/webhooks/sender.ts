import type { SendResult } from "../core/webhook-rules.ts"
import type { SendJob } from "./send.ts"
import { createSendPlaces, type Place, type Turn } from "./send-places.ts"
import type { NumberedJob, NumberedResult } from "./send-thread.ts"

/** Sends requests to endpoints. */
export interface WebhookSender {
  /** Networks that the operator has opened. */
  readonly allow: readonly string[]
  /** Waits until this workspace may have one more request in flight. Who takes the place sends, or gives it back. */
  takePlace(workspaceId: string, turn: Turn): Promise<Place>
  /** Gives the place back at its end. Throws only if the thread has failed or the server stops. */
  send(job: SendJob, place: Place): Promise<SendResult>
  close(): void
}

interface SenderOptions extends Pick<WebhookSender, "allow"> {
  /** For metrics. */
  onResult?(result: SendResult): void
}

/** The thread starts with the first request. */
export function createWebhookSender({ allow, onResult }: SenderOptions): WebhookSender {
  const places = createSendPlaces()
  const waiting = new Map<number, PromiseWithResolvers<SendResult>>()
  let worker: Worker | undefined
  let last = 0
  const end = (reason: string) => {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(new URL("./send-thread.ts", import.meta.url).href)
    started.onmessage = ({ data: { number, result } }: MessageEvent<NumberedResult>) => {
      onResult?.(result)
      waiting.get(number)?.resolve(result)
      waiting.delete(number)
    }
    started.onerror = ({ message }) => end(`The thread that sends webhooks has failed: ${message}`)
    return started
  }
  return {
    allow,
    takePlace: places.take,
    send(job, place) {
      worker ??= start()
      last += 1
      const result = Promise.withResolvers<SendResult>()
      waiting.set(last, result)
      worker.postMessage({ number: last, job, allow } satisfies NumberedJob)
      return result.promise.finally(place.giveBack)
    },
    close: () => end("The server stops."),
  }
}
