import type { Scene } from "./scene.ts"

/** A request to send: a text goes as it is, anything else as JSON. */
export interface Prepared {
  readonly body: unknown
  /** The root key of the scene's tenant if absent. */
  readonly key?: string
  readonly idempotencyKey?: string
}

/** A request that makes as much work as a tenant can ask for in one. */
export interface WorstRequest {
  /** What makes it so, in a few words. */
  readonly what: string
  /** The status it is answered with, 200 if absent: a request that fails early proves nothing. */
  readonly status?: number
  /** How often it can be sent; as often as the stage wants if absent. */
  readonly atMost?: number
  /** Makes what the request needs, once, and gives what makes the request of a round. */
  prepare(scene: Scene): Promise<(round: number) => Prepared | Promise<Prepared>>
}

/** By the name of the operation. */
export type WorstRequests = Readonly<Record<string, readonly WorstRequest[]>>
