import type { KeywardError } from "./error.ts"
import type { KeysVerifyKeyInput, KeysVerifyKeyOutput, Operations } from "./generated/types.gen.ts"
import { limitHeaders } from "./limit-headers.ts"
import { type Refusal, refusalOf, secondsUntilReset } from "./refusal.ts"

/** The part of a client that a guard needs. */
export interface Verifier {
  readonly keys: Pick<Operations["keys"], "verifyKey">
}

/** What the guarded code learns about the caller's key. Once `valid` is true, the key is known. */
export type Verdict = ValidKey | Unverified

type ValidKey = Extract<KeysVerifyKeyOutput, { readonly valid: true }> & { readonly error?: undefined }

/** Keyward could not be reached, and `whenUnavailable: "allow"` let the request through. */
export interface Unverified extends UnknownKey {
  readonly valid: false
  readonly code: "UNVERIFIED"
  readonly error: KeywardError
}

/** Lets you write `verdict.identity?.externalId` without checking `valid` first. */
type UnknownKey = { readonly [Field in Exclude<keyof ValidKey, "valid" | "code" | "error">]?: undefined }

/** What to ask of every key, beside the key itself: `permissions`, `credits`, `ratelimits`, `tags`, `ip`. */
export interface Demands extends Omit<KeysVerifyKeyInput, "key"> {}

export interface GuardOptions<Request> extends Demands {
  /** What to ask in addition, for this request; its members go before those that are always asked. */
  readonly perRequest?: ((request: Request) => Demands | Promise<Demands>) | undefined
  /** Where the key is; the bearer token of `Authorization` if absent. */
  readonly getKey?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined
  /** How long to wait for Keyward, over all attempts, before the request counts as unverified; 2,000 if absent. */
  readonly timeoutMs?: number | undefined
  /** Whether to answer 503 while the service cannot be asked, or to let everybody through; `refuse` if absent. */
  readonly whenUnavailable?: "refuse" | "allow" | undefined
  /** Is told why a key could not be verified; written to the console if absent. */
  readonly onError?: ((error: KeywardError) => void) | undefined
  /** Makes the body of a refusal, in the place of `{ error: { code, status, title, detail } }`. */
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

/** A request of the application's own customer waits for this, so it is much shorter than the time-out of the client. */
const defaultTimeoutMs = 2_000

/** Verifies the key of a request and decides what becomes of it; what frameworks differ in is left to them. */
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
    onError,
    refusalBody,
    ...demands
  } = options
  const key = getKey === undefined ? bearerIn(authorization) : await getKey(request)
  if (!key) return refuse(refusalOf("MISSING"), refusalBody)
  const input = { ...demands, ...(await perRequest?.(request)), key }
  const { data, error } = await keyward.keys.verifyKey(input, { totalTimeoutMs: timeoutMs })
  if (data !== undefined) {
    const headers = limitHeaders(data.ratelimits, Date.now())
    if (data.valid) return { type: "pass", verdict: data, headers }
    return refuse(refusalOf(data.code, secondsUntilReset(data.ratelimits, Date.now())), refusalBody, headers)
  }
  if (isAboutKey(error)) return refuse(refusalOf("NOT_FOUND"), refusalBody)
  const report = onError ?? writeToConsole
  report(error)
  if (whenUnavailable === "allow" && isOutage(error)) {
    return { type: "pass", verdict: { valid: false, code: "UNVERIFIED", error }, headers: {} }
  }
  return refuse(refusalOf("UNVERIFIED", error.retryAfterSeconds ?? 1), refusalBody)
}

function refuse(
  refusal: Refusal,
  makeBody: GuardOptions<never>["refusalBody"],
  limits: Record<string, string> = {},
): Decision {
  const { status, headers, code, title, detail } = refusal
  const body = makeBody === undefined ? { error: { code, status, title, detail } } : makeBody(refusal)
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

/** Text that no key can be, such as one of a thousand characters: the caller's fault, and nobody else's. */
function isAboutKey({ errors }: KeywardError): boolean {
  return errors.length > 0 && errors.every(({ location }) => location === "body.key")
}

/** The service is away. Not: it refuses this application, nor has that made too many calls, which anybody could bring about. */
function isOutage({ status }: KeywardError): boolean {
  return status === undefined || status >= 500
}

function writeToConsole(error: KeywardError): void {
  console.error(`A key could not be verified. ${error.message}`)
}
