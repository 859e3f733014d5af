import type { Operation } from "../../src/operations/operation.ts"
import { takesKeys } from "../../src/operations/operation.ts"
import type { CallOptions, TestServer } from "../harness/harness.ts"
import type { TestProvider } from "../services/oidc-provider.ts"
import { browserSituation } from "./for-browsers.ts"
import { keySituation } from "./for-keys.ts"
import { portalSituation } from "./for-portal.ts"

/** A request that the server accepts: the example of an operation, with the ids and secrets of this server. */
export interface Situation {
  readonly body: unknown
  readonly options: CallOptions
  /** Texts of this server, and what the reference shows instead. */
  readonly shown: readonly (readonly [string, string])[]
}

export interface Stage {
  readonly server: TestServer
  /** Moves the clock of the server, if it has its own. */
  passTime(milliseconds: number): void
  /** The OpenID Connect provider of the server. */
  readonly provider?: TestProvider | undefined
}

/** Creates the objects that the example of an operation needs. */
export function situationOf(stage: Stage, operation: Operation): Promise<Situation> {
  if (operation.isOfPortal) return portalSituation(stage, operation)
  return takesKeys(operation) ? keySituation(stage, operation) : browserSituation(stage, operation)
}
