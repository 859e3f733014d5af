import { isDecidedLocally, writeTicket, writeVerifierRecord } from "../../core/verifier-record.ts"
import type { Tickets } from "../../secrets/tickets.ts"
import type { CachedReads } from "../../storage/port/cached-reads.ts"
import type { AttachedVerifier } from "../../verifiers/hub.ts"
import type { Authenticated } from "../request/authenticate.ts"

/** Records for verifiers: only what memory holds in this step, and only what a verifier can decide completely. */
export interface VerifierRecords {
  /** Returns undefined if the verifier must ask. The caller sends what this returns in the same step. */
  write(lending: Lending): string | undefined
}

interface Lending {
  readonly authenticated: Authenticated
  readonly verifier: AttachedVerifier
  readonly hash: string
  readonly now: number
}

interface RecordsOptions {
  readonly reads: Pick<CachedReads, "peekRecord">
  readonly tickets: Tickets
  readonly operatorKeyHash: string
}

const longestRecord = 32_768

export function createVerifierRecords({ reads, tickets, operatorKeyHash }: RecordsOptions): VerifierRecords {
  return {
    write({ authenticated: { workspace, authority }, verifier, hash, now }) {
      if (workspace === undefined || workspace.limits.verificationsPerMonth !== null) return undefined
      if (hash === operatorKeyHash) return undefined
      const record = reads.peekRecord(workspace.id, hash, now)
      if (record === undefined || !isDecidedLocally(record.key)) return undefined
      const { key, dependsOn } = record
      if (!authority.mayVerify(key.facts.apiId) || key.facts.responseJson.length > longestRecord) return undefined
      const json = writeVerifierRecord(key, { hash, ticket: tickets.issue(writeTicket(key)), dependsOn, now })
      return json.length <= longestRecord && verifier.hold(dependsOn) ? json : undefined
    },
  }
}
