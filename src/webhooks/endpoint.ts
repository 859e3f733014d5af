import { type Webhook, wantedTypes } from "../core/webhook.ts"

/** A webhook as the node with the duty knows it. */
export interface Endpoint {
  webhook: Webhook
  /** undefined means all types, those of later versions included. */
  types: readonly string[] | undefined
  /** An event that it wants may be behind its position. */
  hasNews: boolean
  /** When it is looked at without news. */
  lookAt: number
  isRunning: boolean
  /** Rounds in a row whose results could not be stored. */
  failures: number
  /** No round begins before, after such failures. */
  restUntil: number
  /** When its old deliveries are deleted next. */
  pruneAt: number
}

export function endpointOf(webhook: Webhook): Endpoint {
  return { webhook, types: wantedTypes(webhook), hasNews: true, lookAt: 0, ...idle, pruneAt: 0 }
}

const idle = { isRunning: false, failures: 0, restUntil: 0 }

/** The webhook may have been changed. A round of it may be under way, so it stays the same endpoint. */
export function renew(endpoint: Endpoint, webhook: Webhook): void {
  // A round ends when its webhook is replaced.
  if (!Bun.deepEquals(endpoint.webhook, webhook)) endpoint.webhook = webhook
  endpoint.types = wantedTypes(webhook)
  endpoint.hasNews = true
  endpoint.restUntil = 0
}

export function wants({ types }: Pick<Endpoint, "types">, type: string): boolean {
  return types === undefined || types.includes(type)
}
