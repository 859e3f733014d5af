/** The rules of docs/verifier-protocol.md. All are on; a test turns one off at a time, and must then fail. */
export interface Rules {
  /** A lease counts from before its renewal was sent, not from its arrival. */
  readonly countsFromSending: boolean
  /** A lease also ends by the wall clock, because the monotonic clock stands still while a machine sleeps. */
  readonly readsWallClock: boolean
  /** Every decision checks the lease. */
  readonly checksLease: boolean
  /** A drop is acknowledged after its records are gone. */
  readonly dropsBeforeAck: boolean
  /** An unknown message ends the connection. */
  readonly endsOnUnknown: boolean
  /** Records end with the connection that brought them. */
  readonly forgetsWithConnection: boolean
  /** If the time of the server is uncertain at an expiry, the verifier asks. */
  readonly asksAroundExpiry: boolean
  /** An ask that was lost with its connection is not repeated. */
  readonly losesAsks: boolean
  /** Records are bounded. */
  readonly boundsRecords: boolean
  /** A call waits for the connection before it uses HTTP. */
  readonly waitsForConnection: boolean
  /** Attaching again waits for a random time. */
  readonly waitsAtRandom: boolean
}

export const everyRule: Rules = {
  countsFromSending: true,
  readsWallClock: true,
  checksLease: true,
  dropsBeforeAck: true,
  endsOnUnknown: true,
  forgetsWithConnection: true,
  asksAroundExpiry: true,
  losesAsks: true,
  boundsRecords: true,
  waitsForConnection: true,
  waitsAtRandom: true,
}
