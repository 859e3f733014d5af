import type { z } from "zod"
import type { Fault } from "../../contract/errors.ts"
import type { Code } from "../../contract/verdicts.ts"
import type { verification } from "../../contract/verification.ts"
import {
  type CheckedLimit,
  limitHeaders,
  type Refusal,
  refusalBodyOf,
  refusalOf,
  secondsUntilReset,
} from "../../core/refusals.ts"
import type { AppliedLimit, SharedKeyFacts } from "../../core/verify.ts"
import type { CheckResult } from "../../counters/counters.ts"
import type { Decided } from "../../operations/shared/verify/from-memory.ts"
import type { ResponseParts } from "../request/response.ts"
import type { GatewayOptions } from "./gateway-options.ts"

/** What a gateway is told about a verdict. */
export interface Verdict {
  readonly code: Code
  /** Absent for a key that is not known. */
  readonly key?: KnownKey | undefined
  readonly credits?: number | undefined
  readonly limits?: readonly CheckedLimit[] | undefined
}

export interface KnownKey {
  readonly id: string
  readonly owner: OwnerHeaders
  readonly permissions: readonly string[]
}

type OwnerHeaders = Readonly<Record<string, string>>

/** The JSON of keys.verifyKey. */
export function readVerdict(json: string): Verdict {
  const verdict: z.infer<typeof verification> = JSON.parse(json).data
  if (verdict.code === "NOT_FOUND") return { code: verdict.code }
  const { code, keyId, permissions, credits, ratelimits: limits } = verdict
  return { code, key: { id: keyId, owner: ownerHeaders(verdict), permissions }, credits, limits }
}

/** The same without JSON. */
export function verdictOf({ key: { keyId, facts }, charged: { code, balances, limits } }: Decided): Verdict {
  const owner = ownersInMemory.get(facts) ?? rememberOwner(facts)
  return {
    code,
    key: { id: keyId, owner, permissions: facts.permissions },
    credits: balances?.most ?? undefined,
    limits: limits?.applied.map((applied, index) => checkedLimit(applied, limits.outcomes[index])),
  }
}

/** A weak map, so that an entry lives as long as its cached key. */
const ownersInMemory = new WeakMap<SharedKeyFacts, OwnerHeaders>()

function rememberOwner(facts: SharedKeyFacts): OwnerHeaders {
  const owner = ownerHeaders(JSON.parse(`{${facts.responseJson}}`))
  ownersInMemory.set(facts, owner)
  return owner
}

function checkedLimit({ limit, durationMs: duration }: AppliedLimit, outcome: CheckResult | undefined): CheckedLimit {
  const { remaining = 0, resetAt: reset = 0, allowed = true } = outcome ?? {}
  return { limit, duration, remaining, reset, exceeded: !allowed }
}

/** How a gateway is answered. */
interface Answering extends Pick<GatewayOptions, "refusesWith403" | "showsPermissions"> {
  readonly now: number
}

export function verdictResponse(verdict: Verdict, options: Answering): ResponseParts {
  const { code, key, limits } = verdict
  const headers: Record<string, string> = { "Keyward-Code": code, "Keyward-Status": "200" }
  if (key !== undefined) addKey(headers, key, verdict)
  if (limits !== undefined && limits.length > 0) Object.assign(headers, limitHeaders(limits, options.now))
  if (key !== undefined && options.showsPermissions) Object.assign(headers, permissionHeaders(key, headers))
  if (code === "VALID") return { status: 200, headers, body: "" }
  return refusalResponse(
    refusalOf(code, { retryAfterSeconds: secondsUntilReset(limits, options.now) }),
    options,
    headers,
  )
}

export function missingResponse(options: Pick<Answering, "refusesWith403">): ResponseParts {
  return refusalResponse(refusalOf("MISSING"), options)
}

const usual = { refusesWith403: false }

/** Whatever the reason is, the client of the gateway has not caused it. */
export function unverifiedResponse({ code, errors, headers }: Fault): ResponseParts {
  const [violation] = errors
  const refusal = refusalOf("UNVERIFIED", { retryAfterSeconds: Number(headers["Retry-After"] ?? 1) })
  return refusalResponse(refusal, usual, {
    "Keyward-Error": code,
    ...(violation !== undefined && { "Keyward-Error-Detail": readable(`${violation.location} ${violation.message}`) }),
  })
}

function refusalResponse(
  refusal: Refusal,
  { refusesWith403 }: Pick<Answering, "refusesWith403">,
  headers: Record<string, string> = {},
): ResponseParts {
  const status = refusal.status === 429 && refusesWith403 ? 403 : refusal.status
  return {
    status,
    headers: { ...headers, "Keyward-Code": refusal.code, "Keyward-Status": String(refusal.status), ...refusal.headers },
    body: JSON.stringify(refusalBodyOf(refusal)),
  }
}

function addKey(headers: Record<string, string>, { id, owner }: KnownKey, { credits }: Pick<Verdict, "credits">): void {
  headers["Keyward-Key-Id"] = encoded(id)
  for (const name in owner) headers[name] = owner[name] ?? ""
  if (credits !== undefined) headers["Keyward-Credits"] = String(credits)
}

interface Owned {
  readonly apiId: string
  readonly identity?: { readonly id: string; readonly externalId: string } | undefined
}

function ownerHeaders({ apiId, identity }: Owned): OwnerHeaders {
  return {
    "Keyward-Api-Id": encoded(apiId),
    ...(identity && {
      "Keyward-Identity-Id": encoded(identity.id),
      "Keyward-External-Id": encoded(identity.externalId),
    }),
  }
}

const mostPermissionBytes = 2_048
/** nginx reads all headers of a response into 4 KiB, and others of this response need some 500 bytes of them. */
const mostBytes = 3_500

function permissionHeaders({ permissions }: KnownKey, others: OwnerHeaders): Record<string, string> {
  const list = permissions.map(encoded).join(",")
  const used = Object.entries(others).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  const fits = list.length <= mostPermissionBytes && used + list.length <= mostBytes
  return fits ? { "Keyward-Permissions": list } : { "Keyward-Permissions-Omitted": "1" }
}

/** Percent-encodes everything but visible ASCII, and `%` and `,`, which separate. */
function encoded(value: string): string {
  return value.toWellFormed().replace(/[^\x21-\x7e]|[%,]/gu, encodeURIComponent)
}

/** A sentence for people, so its spaces stay. */
function readable(text: string): string {
  return text.slice(0, 300).replaceAll(/[^\x20-\x7e]/g, "?")
}
