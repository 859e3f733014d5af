import type { Counters, CountersInMemory } from "../counters/counters.ts"
import type { Welcome } from "../first-start.ts"
import type { VerifierParts } from "../http/verifiers/verifier-parts.ts"
import type { PasswordCost } from "../secrets/password-thread.ts"
import type { NodeState } from "../storage/port/nodes.ts"
import type { Store } from "../storage/port/store.ts"
import type { Hub } from "../verifiers/hub.ts"

/** The clock, the random source and the log of the process. Tests pass their own clock. */
export interface Platform {
  /** Default: the database's time if several nodes can share it, otherwise the machine's. */
  now?(): number
  random(length: number): Uint8Array
  writeLog(lines: string): void
  /** Default: the recommended cost. Tests use a cheaper one. */
  readonly passwordCost?: PasswordCost
  /** Default: that of the recorder. Tests that read usage use a shorter one. */
  readonly usageIntervalMs?: number
  /** How often to look for what is to be noticed; 0 means never. */
  readonly noticesEveryMs?: number
  /** Called before the keys of the first start are created. It throws if they could not be shown to the operator. */
  beforeFirstKeys?(): void
  /** Default: as configured. Tests pass counters that follow their clock, and that several nodes in one process share. */
  readonly counters?: Counters & CountersInMemory
  /** Tests pass a store that runs every change twice. */
  wrapStore?(store: Store): Store
  /** Tests pass a hub that breaks a rule, and must then fail. */
  wrapHub?(hub: Hub): Hub
  /** As `wrapHub`, for the endpoint of verifiers. */
  wrapVerifiers?(parts: VerifierParts): VerifierParts
}

export interface App {
  readonly port: number
  /** Undefined if the metrics are on the main port. */
  readonly metricsPort: number | undefined
  readonly url: string
  /** Shown once, after the first start. */
  readonly welcome: Welcome | undefined
  /** Replaces the link to the setup page. Returns undefined if the installation has a user, or no pages for people. */
  createSetupLink(): Promise<string | undefined>
  /** What this node knows of itself, without a look at the database. Undefined on SQLite, which has one node. */
  readonly nodeState: (() => NodeState) | undefined
  /** Whether traces go to a collector. */
  readonly isTraced: boolean
  /** Handles a request without a socket. */
  handle(request: Request): Promise<Response>
  /** The last line of the log names the reason. Without that line, the process was killed or has crashed. */
  stop(reason?: string): Promise<void>
}
