import type { checkNames, errorsOfVerification, Fix } from "../../contract/explanation.ts"
import type { Code } from "../../contract/verdicts.ts"
import type { Credits } from "../credits.ts"
import type { Identity, KeyDetails, Plan, Workspace } from "../model.ts"
import type { PeekedLimit } from "../ratelimit.ts"
import type { AppliedLimit, VerifiableKey, VerifyRequest } from "../verify.ts"

/** Everything that a verification would read, read without taking or recording anything. */
export interface Seen {
  readonly now: number
  readonly workspace: Pick<Workspace, "id" | "enabled" | "disabledReason" | "limits">
  /** Verifications of this month; only read if the workspace has a quota of them. */
  readonly verificationsUsed: number
  readonly request: VerifyRequest & { readonly cost: number }
  /** undefined if no key was found. */
  readonly key: SeenKey | undefined
}

export interface SeenKey extends VerifiableKey {
  readonly networks: { readonly api: readonly string[]; readonly key: readonly string[] }
  /** Where the permissions of the key come from. */
  readonly holding: Pick<KeyDetails, "directPermissions" | "roles" | "scoped">
  /** Slugs of the permissions that its identity and the plan have. */
  readonly inherited: readonly string[]
  /** The plan of its identity. */
  readonly plan: Pick<Plan, "name" | "permissions"> | null
  /** As stored, a due refill may be missing. null for unlimited credits. */
  readonly credits: Credits | null
  /** The customer, with its quota and credits as they are stored; null if the key has none. */
  readonly identity: Identity | null
  /** The limits that apply, except those of `unknownLimits`. */
  readonly limits: readonly SeenLimit[]
  /** Names of limits in the request that neither the key, its identity nor its plan has. */
  readonly unknownLimits: readonly string[]
}

export interface SeenLimit {
  readonly limit: AppliedLimit
  readonly peeked: PeekedLimit
}

export interface Explanation {
  /** The code of the verification, or the error code of its response. */
  readonly code: Code | (typeof errorsOfVerification)[number]
  readonly checks: readonly ExplainedCheck[]
  /** When the same request becomes valid, if it does so without a change and nothing else is verified until then. */
  readonly validAgainAt: number | undefined
}

export interface ExplainedCheck {
  readonly check: (typeof checkNames)[number]
  /** The name of the rate limit. Of two checks of credits, that of the customer is called `identity`. */
  readonly name?: string
  readonly passed: boolean
  readonly detail: string
  /** Of a failed check; from the table in hints.ts. */
  readonly hint?: string
  /** Of a failed check that one call makes pass. */
  readonly fix?: Fix
  readonly missing?: readonly string[]
  readonly remaining?: number
  readonly reset?: number
  readonly balance?: number
  readonly expires?: number
}

/** A check with what it means for the verification. */
export interface Finding {
  readonly shown: ExplainedCheck
  /** The result of a verification for which this is the first failing check. */
  readonly code: Explanation["code"]
  /** When a failed check passes without a change; null if never. */
  readonly passesAt: number | null
}
