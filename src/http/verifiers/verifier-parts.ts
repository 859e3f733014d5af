import type { verifierBounds } from "../../contract/verifier.ts"
import type { Hub } from "../../verifiers/hub.ts"
import type { Service } from "../service.ts"
import type { VerifierRecords } from "./records.ts"
import type { Turns } from "./turns.ts"
import type { UsedRows } from "./used-rows.ts"

/** What the connections of all verifiers share. */
export interface VerifierParts {
  readonly service: Service
  readonly hub: Hub
  readonly records: VerifierRecords
  readonly usedRows: UsedRows
  readonly turns: Turns
  readonly nodeId: string
  readonly bounds: Pick<typeof verifierBounds, "asksInFlight" | "unsentBytes">
  /** What is left of the lease of this node; 0 without one. */
  lendableMs(): number
  /** Monotonic milliseconds. */
  clock(): number
}
