/** A job for the load generator. */
export interface Job extends Work {
  readonly port: number
  readonly connections: number
  readonly warmupMs: number
  readonly durationMs: number
  /** A fixed rate. Default: as fast as responses arrive. */
  readonly perSecond?: number
  /** Counts latency from sending instead of from the due time, for jobs with more requests than can be sent. */
  readonly countsFromSending?: boolean
}

/** The requests to send. */
export interface Work {
  readonly path: string
  readonly bearer: string
  /**
   * Bodies to send in turn: one per number, with `{n}` replaced by the key of that number, and each `{hash}` by the hash
   * of a key that no other number has.
   */
  readonly body: string
  readonly first: number
  readonly count: number
  /** A gateway asks with GET, without a body, and with the key of its client as bearer. */
  readonly isOfGateway?: true
  /** Text that every correct response contains. */
  readonly expect: string
}

export interface LoadResult {
  readonly perSecond: number
  /** 503 responses, which an overloaded server sends. */
  readonly refusedPerSecond: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
  /** The share of one core that the generator used. */
  readonly generatorCpu: number
}
