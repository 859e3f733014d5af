/** One verification, or several if rows were sampled. */
export interface LoggedVerification {
  readonly workspaceId: string
  readonly time: number
  readonly requestId: string
  readonly code: string
  readonly apiId: string | null
  readonly keyId: string | null
  /** The identity that the key had then. */
  readonly identityId: string | null
  readonly tags: readonly string[]
  readonly ip: string | null
  /** Credits that the verification spent or would have spent; null without credits. */
  readonly cost: number | null
  /** Balance after the verification; null without credits. */
  readonly credits: number | null
  /** Names of exceeded limits. */
  readonly exceeded: readonly string[]
  /** The permission query that the key does not satisfy. */
  readonly missing: string | null
  /** For how many verifications the row stands. */
  readonly weight: number
}

/** A row in the order of the log. */
export interface LogPosition {
  readonly time: number
  readonly requestId: string
}

export interface LogFilter {
  readonly workspaceId: string
  readonly apiId?: string | undefined
  readonly apiIds?: readonly string[] | undefined
  readonly keyId?: string | undefined
  readonly identityId?: string | undefined
  readonly codes?: readonly string[] | undefined
  readonly tag?: string | undefined
  readonly ip?: string | undefined
  readonly requestId?: string | undefined
  readonly since?: number | undefined
  /** Exclusive. */
  readonly until?: number | undefined
}

export interface LogQuery {
  readonly filter: LogFilter
  readonly limit: number
  /** `backward`: newest first. `forward`: oldest first. */
  readonly direction: "backward" | "forward"
  /** Excluded. */
  readonly from: LogPosition | undefined
}

export interface LogPage {
  readonly rows: readonly LoggedVerification[]
  /** Where to continue; absent at the end of the log. A page may be short, because each call reads a bounded number of rows. */
  readonly next: LogPosition | undefined
}

/** How much the log keeps. */
export interface LogLimits {
  /** Size on disk. Rows that arrive between two deletions may exceed it a little. */
  readonly bytes: number
  readonly days: number
}

/** The verification log. It is for looking, not for billing: losing it loses nothing else. */
export interface VerificationLog {
  append(rows: readonly LoggedVerification[]): Promise<void>
  list(query: LogQuery): Promise<LogPage>
  /** Deletes a bounded number of rows before this time, and returns whether more may remain. */
  deleteOld(before: number): Promise<boolean>
  /** Deletes a bounded number of the oldest rows if the log exceeds its size, and returns whether more may remain. */
  deleteExcess(): Promise<boolean>
  close(): Promise<void>
}
