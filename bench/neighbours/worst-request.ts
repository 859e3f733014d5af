import type { Scene } from "./scene.ts"

/** A request to send: text is sent unchanged, anything else as JSON. */
export interface Prepared {
  readonly body: unknown
  /** Default: the root key of the scene's tenant. */
  readonly key?: string
  readonly idempotencyKey?: string
}

/** A request that causes as much work as a tenant can cause with one request. */
export interface WorstRequest {
  /** The reason in a few words. */
  readonly what: string
  /** The expected status, 200 by default: a request that fails early proves nothing. */
  readonly status?: number
  /** Whether the bound on the wait of a verification also holds for a list, because the request reads many rows. */
  readonly isMeasuredByLists?: boolean
  /** How often it can be sent; unlimited by default. */
  readonly atMost?: number
  /** Creates the data for the request once, and returns a function that makes the request of a round. */
  prepare(scene: Scene): Promise<(round: number) => Prepared | Promise<Prepared>>
}

/** By operation name. */
export type WorstRequests = Readonly<Record<string, readonly WorstRequest[]>>
