import type { SendResult } from "../core/webhook-rules.ts"
import { lookUp } from "./look-up.ts"
import { type SendJob, send } from "./send.ts"

/** Sends webhooks in its own thread, so that encryption and slow endpoints take nothing from verifications. */

declare const self: Worker

export interface NumberedJob {
  readonly number: number
  readonly job: SendJob
  readonly allow: readonly string[]
}

export interface NumberedResult {
  readonly number: number
  readonly result: SendResult
}

// `fetch` would obey the proxy of the environment, which connects to whatever it wants.
process.env.NO_PROXY = "*"
process.env.no_proxy = "*"

self.onmessage = async ({ data: { number, job, allow } }: MessageEvent<NumberedJob>) => {
  self.postMessage({ number, result: await send(job, { allow, lookUp }) } satisfies NumberedResult)
}
