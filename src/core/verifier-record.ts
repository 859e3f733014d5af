import { writeAllowList } from "../contract/cidr.ts"
import { matchedSecretAt, matchedSecretChangesAt, type VerifiableKey } from "./verify.ts"

/** Whether the checks of docs/verifier-protocol.md#deciding-locally decide every verification of the key that names no limit. */
export function isDecidedLocally({ balanceId, facts }: VerifiableKey): boolean {
  if (balanceId !== null || facts.meter !== null || !facts.workspaceEnabled) return false
  return !facts.limits.some(({ autoApply }) => autoApply)
}

interface RecordParts {
  readonly hash: string
  readonly ticket: string
  readonly dependsOn: readonly string[]
  readonly now: number
}

/** The record of a key for a verifier, as JSON. */
export function writeVerifierRecord(key: VerifiableKey, { hash, ticket, dependsOn, now }: RecordParts): string {
  const { facts, keyId } = key
  const lists = [facts.apiIpAllowlist, facts.ipAllowlist].filter((list) => list !== null)
  const untils = [facts.planChangeAt, matchedSecretChangesAt(key, now)].filter((time) => time !== null)
  const secret = matchedSecretAt(key, now)
  const matched = secret === null ? "" : `,"matchedSecret":"${secret}"`
  const about = {
    on: dependsOn,
    ...(!(facts.enabled && facts.identityEnabled) && { refused: "DISABLED" }),
    ...(facts.expires !== null && { expires: facts.expires }),
    ...(lists.length > 0 && { networks: lists.map(writeAllowList) }),
    ...(untils.length > 0 && { until: Math.min(...untils) }),
  }
  const data = `{"keyId":"${keyId}",${facts.responseJson}${matched}}`
  return `{"hash":"${hash}","ticket":"${ticket}","data":${data},${JSON.stringify(about).slice(1)}`
}

/** Under which key, API and identity a local decision counts. */
export interface TicketFacts {
  readonly workspaceId: string
  readonly apiId: string
  readonly keyId: string
  readonly identityId: string | null
  readonly isPreviousSecret: boolean
}

export function writeTicket({ keyId, facts, matched }: VerifiableKey): string {
  const { workspaceId, apiId, identityId } = facts
  return JSON.stringify([workspaceId, apiId, keyId, identityId, matched?.name === "previous"])
}

export function readTicket(text: string): TicketFacts {
  const [workspaceId, apiId, keyId, identityId, isPreviousSecret] = JSON.parse(text)
  return { workspaceId, apiId, keyId, identityId, isPreviousSecret }
}
