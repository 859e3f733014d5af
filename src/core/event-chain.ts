import { rfc8785 } from "./rfc-8785.ts"

type Hash = (text: string) => string

/** The hashed fields of an event, independent of the event types and actors of this version. */
interface HashedContent {
  readonly id: string
  readonly type: string
  readonly time: number
  readonly actor: unknown
  readonly workspaceId: string
  readonly resources: unknown
  readonly requestId: string | null
  readonly changes: unknown
  /** The version of the hash format. */
  readonly chainVersion: number
}

/** The version that new events use. */
export const currentChainVersion = 2

/**
 * Each hash covers the event and the hash before it, so no event can be altered, moved or dropped. It also covers the
 * version number, so an event cannot pass for one of another version.
 */
export function chainHash(hash: Hash, previousHash: string, event: HashedContent): string {
  const { chainVersion, id, type, time, actor, workspaceId, resources, requestId, changes } = event
  const content = { id, type, time, actor, workspaceId, resources, requestId, changes }
  return hash(`${previousHash}\n${rfc8785({ chainVersion, ...content })}`)
}

/** Takes the place of the workspace id in events about users and sessions, which belong to no workspace. */
export const installationChain = "installation"

/** A position in a chain: the number of events before it and the hash that the next event builds on. */
export interface ChainPosition {
  readonly length: number
  readonly hash: string
}

export const chainStart: ChainPosition = { length: 0, hash: "" }

/** A recorded event with its hash and the previous hash. */
export interface ChainedEvent extends HashedContent {
  readonly previousHash: string
  readonly hash: string
}

export type ChainStep =
  | { readonly type: "intact"; readonly position: ChainPosition }
  /** Altered: the content does not match its hash. Misplaced: the event does not follow the event before it. */
  | { readonly type: "altered" | "misplaced" }

/** Checks the event's own hash first, so that the altered event is reported and not its successor. */
export function followChain(hash: Hash, { length, hash: reached }: ChainPosition, event: ChainedEvent): ChainStep {
  if (!matchesOwnHash(hash, event)) return { type: "altered" }
  if (event.previousHash !== reached) return { type: "misplaced" }
  return { type: "intact", position: { length: length + 1, hash: event.hash } }
}

function matchesOwnHash(hash: Hash, event: ChainedEvent): boolean {
  if (event.chainVersion !== currentChainVersion) return false
  try {
    return chainHash(hash, event.previousHash, event) === event.hash
  } catch {
    // An event without a canonical form was never recorded.
    return false
  }
}

export type ChainEnding =
  | "intact"
  /** No end of the chain is recorded. */
  | "unrecorded"
  /** Events are missing at the end. */
  | "cut"
  /** There are more events than recorded. */
  | "overlong"
  /** The number of events matches, but the last event differs. */
  | "mismatched"

/** Compares the end of a chain with its recorded end. */
export function endOfChain(reached: ChainPosition, recorded: ChainPosition | undefined): ChainEnding {
  if (recorded === undefined) return "unrecorded"
  if (reached.length < recorded.length) return "cut"
  if (reached.length > recorded.length) return "overlong"
  return reached.hash === recorded.hash ? "intact" : "mismatched"
}
