import { canonicalJson, rfc8785Json } from "./canonical-json.ts"

type Hash = (text: string) => string

/** What an event says, whatever types and actors there are by now. */
interface Said {
  readonly id: string
  readonly type: string
  readonly time: number
  readonly actor: unknown
  readonly workspaceId: string
  readonly resources: unknown
  readonly requestId: string | null
  readonly changes: unknown
  /** The form that its hash was built in; null is the first one, which had no number. */
  readonly chainVersion: number | null
}

/** The form of the events that are recorded now. */
export const currentChainVersion = 2

/**
 * The hash of an event covers everything it says and the hash before it, so none can be altered, moved or dropped.
 * Since the second form it covers the number of the form too, so an event cannot be passed off as one of another form.
 */
export function chainHash(hash: Hash, previousHash: string, event: Said): string {
  const { chainVersion, id, type, time, actor, workspaceId, resources, requestId, changes } = event
  const said = { id, type, time, actor, workspaceId, resources, requestId, changes }
  const text = chainVersion === null ? canonicalJson(said) : rfc8785Json({ chainVersion, ...said })
  return hash(`${previousHash}\n${text}`)
}

/** A place in a chain: how many events lie behind it, and the hash that the next one builds on. */
export interface ChainPosition {
  readonly length: number
  readonly hash: string
}

export const chainStart: ChainPosition = { length: 0, hash: "" }

/** An event as it was recorded, with the hash it was built on. */
export interface ChainedEvent extends Said {
  readonly previousHash: string
  readonly hash: string
}

export type ChainStep =
  | { readonly type: "intact"; readonly position: ChainPosition }
  /** Altered: it says something else than what was recorded. Misplaced: it does not follow the event before it. */
  | { readonly type: "altered" | "misplaced" }

/** One step along a chain. Whether the event fits itself is asked first, so that the culprit is named, not its neighbour. */
export function followChain(hash: Hash, { length, hash: reached }: ChainPosition, event: ChainedEvent): ChainStep {
  if (!fitsItself(hash, event)) return { type: "altered" }
  if (event.previousHash !== reached) return { type: "misplaced" }
  return { type: "intact", position: { length: length + 1, hash: event.hash } }
}

function fitsItself(hash: Hash, event: ChainedEvent): boolean {
  if (event.chainVersion !== null && event.chainVersion !== currentChainVersion) return false
  try {
    return chainHash(hash, event.previousHash, event) === event.hash
  } catch (error) {
    // What has no canonical form was never recorded.
    if (error instanceof TypeError) return false
    throw error
  }
}

export type ChainEnding =
  | "intact"
  /** Nothing records where the chain ends. */
  | "unrecorded"
  /** Events are missing at the end. */
  | "cut"
  /** There are more events than were recorded. */
  | "overlong"
  /** As many events as recorded, but not that last one. */
  | "mismatched"

/** Compares where a chain was found to end with the end that was recorded beside it. */
export function endOfChain(reached: ChainPosition, recorded: ChainPosition | undefined): ChainEnding {
  if (recorded === undefined) return "unrecorded"
  if (reached.length < recorded.length) return "cut"
  if (reached.length > recorded.length) return "overlong"
  return reached.hash === recorded.hash ? "intact" : "mismatched"
}
