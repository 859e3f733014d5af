/** What the generator is asked to do. */
export interface Job extends Work {
  readonly port: number
  readonly connections: number
  readonly warmupMs: number
  readonly durationMs: number
  /** A fixed rate; as fast as answers come if absent. */
  readonly perSecond?: number
  /** Latency counts from when a request was due; with this from when it was sent, where more is due than can be sent. */
  readonly countsFromSending?: boolean
}

/** Which requests it sends. */
export interface Work {
  readonly path: string
  readonly bearer: string
  /** Bodies to send in turn: one for each number, `{n}` standing for the key of that number. */
  readonly body: string
  readonly first: number
  readonly count: number
  /** Text that every right answer holds. */
  readonly expect: string
}

export interface LoadResult {
  readonly perSecond: number
  /** Answers 503, which a server gives that has more work than it can do. */
  readonly refusedPerSecond: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
  /** Share of one core that the generator itself used. */
  readonly generatorCpu: number
}
