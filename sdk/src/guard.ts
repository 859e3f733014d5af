import { type Committer, type Committing, withCommit } from "./committing.ts"
import type { KeywardError } from "./error.ts"
import { limitHeaders, type Refusal, refusalBodyOf, refusalOf, secondsUntilReset } from "./generated/refusals.gen.ts"
import type { KeysVerifyKeyInput, KeysVerifyKeyOutput, Operations } from "./generated/types.gen.ts"

/** The part of a client that a guard needs. */
export interface Verifier extends Committer {
  readonly keys: Pick<Operations["keys"], "verifyKey">
}

/** The verdict on the caller's key. If `valid` is true, the key is known. */
export type Verdict = ValidKey | Unverified

type ValidKey = KnownKey & Committing & { readonly error?: undefined }

type KnownKey = Extract<KeysVerifyKeyOutput, { readonly valid: true }>

/** Keyward was unreachable, and `whenUnavailable: "allow"` accepted the request. */
export interface Unverified extends UnknownKey, Committing {
  readonly valid: false
  readonly code: "UNVERIFIED"
  readonly error: KeywardError
}

/** Allows `verdict.identity?.externalId` without a check of `valid`. */
type UnknownKey = { readonly [Field in Exclude<keyof KnownKey, "valid" | "code">]?: undefined }

/** What to check for every key: `permissions`, `credits`, `ratelimits`, `tags`, `ip`. */
export interface Demands extends Omit<KeysVerifyKeyInput, "key"> {}

export interface GuardOptions<Request> extends Demands {
  /** Additional checks for this request. They override the same options of the guard, unless they are undefined. */
  readonly perRequest?: ((request: Request) => Demands | Promise<Demands>) | undefined
  /** Returns the key of a request. Default: the bearer token of `Authorization`. */
  readonly getKey?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined
  /** Milliseconds to wait for Keyward, over all attempts. Default: 2,000. */
  readonly timeoutMs?: number | undefined
  /** While Keyward is unreachable: `refuse` returns 503, `allow` accepts every request. Default: `refuse`. */
  readonly whenUnavailable?: "refuse" | "allow" | undefined
  /** Status of the response if credits or a quota are used up: 429, or 402 (Payment Required). Default: 429. */
  readonly exhausted?: 402 | 429 | undefined
  /** Called with the reason if a key cannot be verified. Default: writes to the console. */
  readonly onError?: ((error: KeywardError) => void) | undefined
  /** Returns the body of a refusal. Default: `{ error: { code, status, title, detail } }`. */
  readonly refusalBody?: ((refusal: Refusal) => unknown) | undefined
}

export type Decision =
  | { readonly type: "pass"; readonly verdict: Verdict; readonly headers: Record<string, string> }
  | {
      readonly type: "refuse"
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
    }

/** Your own customer waits for this, so it is much shorter than the time-out of the client. */
const defaultTimeoutMs = 2_000

/** Verifies the key of a request and decides. The adapters handle the differences between frameworks. */
export async function guard<Request>(
  keyward: Verifier,
  options: GuardOptions<Request>,
  { request, authorization }: { readonly request: Request; readonly authorization: string | null | undefined },
): Promise<Decision> {
  const {
    perRequest,
    getKey,
    timeoutMs = defaultTimeoutMs,
    whenUnavailable,
    exhausted,
    onError,
    refusalBody,
    ...demands
  } = options
  const key = getKey === undefined ? bearerIn(authorization) : await getKey(request)
  if (!key) return refuse(refusalOf("MISSING"), refusalBody)
  const input = { ...demands, ...withoutUndefined(await perRequest?.(request)), key }
  const { data, error } = await keyward.keys.verifyKey(input, { totalTimeoutMs: timeoutMs })
  if (data !== undefined) {
    const headers = limitHeaders(data.ratelimits, Date.now())
    if (data.valid) return { type: "pass", verdict: withCommit(keyward, data), headers }
    const retryAfterSeconds = secondsUntilReset(data.ratelimits, Date.now())
    return refuse(refusalOf(data.code, { retryAfterSeconds, exhausted }), refusalBody, headers)
  }
  if (isAboutKey(error)) return refuse(refusalOf("NOT_FOUND"), refusalBody)
  const report = onError ?? writeToConsole
  report(error)
  if (whenUnavailable === "allow" && isOutage(error)) {
    const unverified: Omit<Unverified, "commit"> = { valid: false, code: "UNVERIFIED", error }
    const verdict = withCommit(keyward, unverified)
    return { type: "pass", verdict, headers: {} }
  }
  return refuse(refusalOf("UNVERIFIED", { retryAfterSeconds: error.retryAfterSeconds ?? 1 }), refusalBody)
}

/** A table without an entry for the request must not remove a check of the guard. */
function withoutUndefined(demands: Demands = {}): Demands {
  return Object.fromEntries(Object.entries(demands).filter(([, value]) => value !== undefined))
}

/** A copy with more headers loses the WebSocket of a 101, and most runtimes throw for a status outside 200–599. */
export function canBeCopied({ status }: { readonly status: number }): boolean {
  return status >= 200 && status <= 599
}

function refuse(
  refusal: Refusal,
  makeBody: GuardOptions<never>["refusalBody"],
  limits: Record<string, string> = {},
): Decision {
  const { status, headers } = refusal
  const body = makeBody === undefined ? refusalBodyOf(refusal) : makeBody(refusal)
  return {
    type: "refuse",
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...limits, ...headers },
    body: JSON.stringify(body),
  }
}

function bearerIn(authorization: string | null | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1]
}

/** The text cannot be a key, for example because of its length. This is the caller's fault. */
function isAboutKey({ errors }: KeywardError): boolean {
  return errors.length > 0 && errors.every(({ location }) => location === "body.key")
}

/**
 * True if the service is unreachable. False if it refuses the application or limits its calls, because anyone could
 * cause that.
 */
function isOutage({ status }: KeywardError): boolean {
  return status === undefined || status >= 500
}

function writeToConsole(error: KeywardError): void {
  console.error(`A key could not be verified. ${error.message}`)
}
