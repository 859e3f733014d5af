import type { z } from "zod"
import type { verificationInput } from "../../contract/verification.ts"
import { isDecidedLocally } from "../../core/verifier-record.ts"
import type { SharedKeyFacts } from "../../core/verify.ts"
import { keyHash } from "../../operations/shared/verify/key-hash.ts"
import type { CachedReads } from "../../storage/port/cached-reads.ts"
import type { AttachedVerifier } from "../../verifiers/hub.ts"
import type { Service } from "../service.ts"
import type { CallerRecord, FrontAsk, KeyRecord } from "./messages.ts"

/** Records for fronts: only what memory holds in this step. The caller sends what these return in the same step. */
export interface FrontRecords {
  /** Undefined if the front must pass on what this root key sends. */
  callerOf(verifier: AttachedVerifier, hash: string): CallerRecord | undefined
  /** Undefined if the front must ask about the key of this verification. */
  keyOf(verifier: AttachedVerifier, ask: FrontAsk): KeyRecord | undefined
}

interface RecordsOptions extends Pick<Service, "vault" | "operatorKeyHash" | "usage" | "now"> {
  readonly reads: Pick<CachedReads, "peekRecord" | "peekCredentialRecord">
}

const longestRecord = 32_768

export function createFrontRecords({ reads, vault, operatorKeyHash, usage, now }: RecordsOptions): FrontRecords {
  const find = (hash: string) => {
    const record = reads.peekCredentialRecord(hash)
    if (record?.credential.type !== "root_key") return undefined
    const { rootKey, workspace } = record.credential
    const { requestsPerMinute, verificationsPerMonth } = workspace.limits
    if (requestsPerMinute !== null || verificationsPerMonth !== null) return undefined
    return { hash, on: record.dependsOn, rootKey, workspace }
  }
  return {
    callerOf(verifier, hash) {
      const record = hash === operatorKeyHash ? undefined : find(hash)
      if (record === undefined || !verifier.hold(record.on)) return undefined
      usage.atFronts.add(record.workspace.id)
      return record
    },
    keyOf(verifier, { caller, input }) {
      const workspaceId = find(caller)?.workspace.id
      if (workspaceId === undefined) return undefined
      const hash = keyHash({ input: input as z.infer<typeof verificationInput>, vault })
      if (hash === operatorKeyHash) return undefined
      const record = reads.peekRecord(workspaceId, hash, now())
      if (record === undefined || !isDecidedLocally(record.key)) return undefined
      const facts = factsJson(record.key.facts)
      if (facts.length > longestRecord || !verifier.hold(record.dependsOn)) return undefined
      const { keyId, matched } = record.key
      return { hash, on: record.dependsOn, key: { keyId, matched }, facts }
    },
  }
}

/** Most keys of an API share their facts, so they are written once. */
const written = new WeakMap<SharedKeyFacts, string>()

function factsJson(facts: SharedKeyFacts): string {
  const known = written.get(facts)
  if (known !== undefined) return known
  const json = JSON.stringify(facts)
  written.set(facts, json)
  return json
}
