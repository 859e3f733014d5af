/** The rules of docs/verifier-protocol.md that a random walk finds missing. All are on unless a test turns one off. */
export interface ModelRules {
  /** A lease is what is left of the node's own. */
  readonly nestsLeases: boolean
  /** The verifier counts from before it sent the renewal. */
  readonly countsFromSending: boolean
  /** The end of a connection is no acknowledgement. */
  readonly waitsAfterClose: boolean
  /** The node reports a change as applied when its verifiers have acknowledged. */
  readonly acknowledgesForVerifiers: boolean
  /** Losing the feed drops everything. */
  readonly dropsAllOnLoss: boolean
  /** The node joins again when its verifiers have acknowledged. */
  readonly waitsBeforeJoining: boolean
  /** The node leaves when its verifiers have acknowledged. */
  readonly waitsBeforeLeaving: boolean
  /** A change that the node made waits for its own verifiers, also without a lease. */
  readonly waitsForOwnChange: boolean
  /** A node without a lease takes back everything before it answers a request that has seen a change of another node. */
  readonly takesBackWithoutLease: boolean
  /** A record is sent only if the memory holds it in that step. */
  readonly sendsOnlyHeld: boolean
  /** Noting the holder and sending are one step. */
  readonly notesHolderFirst: boolean
  /** An acknowledgement counts for drops up to its number. */
  readonly numbersAcks: boolean
}

export const allRules: ModelRules = {
  nestsLeases: true,
  countsFromSending: true,
  waitsAfterClose: true,
  acknowledgesForVerifiers: true,
  dropsAllOnLoss: true,
  waitsBeforeJoining: true,
  waitsBeforeLeaving: true,
  waitsForOwnChange: true,
  takesBackWithoutLease: true,
  sendsOnlyHeld: true,
  notesHolderFirst: true,
  numbersAcks: true,
}
