import type { KeywardError } from "./error.ts"
import type { KeysVerifyKeyInput, KeysVerifyKeyOutput, Operations } from "./generated/types.gen.ts"
import { type Refusal, refusalOf, secondsUntilReset } from "./refusal.ts"

/** The part of a client that a guard needs. */
export interface Verifier {
  readonly keys: Pick<Operations["keys"], "verifyKey">
}

/** What the guarded code is told about the caller's key. */
export type Verdict = KeysVerifyKeyOutput | Unverified

/** The service could not be asked, and `whenUnavailable: "allow"` let the request through all the same. */
export interface Unverified extends Unknown {
  readonly valid: false
  readonly code: "UNVERIFIED"
  readonly error: KeywardError
}

/** So that `verdict.identity?.externalId` can be written without a look at the code. */
type Unknown = { readonly [Member in Exclude<keyof KeysVerifyKeyOutput, "valid" | "code">]?: undefined }

/** What to ask of every key, beside the key itself: `permissions`, `credits`, `ratelimits`, `tags`, `ip`. */
export interface Demands extends Omit<KeysVerifyKeyInput, "key"> {}

export interface GuardOptions<Request> extends Demands {
  /** What to ask in addition, for this request; its members go before those that are always asked. */
  readonly perRequest?: ((request: Request) => Demands | Promise<Demands>) | undefined
  /** Where the key is; the bearer token of `Authorization` if absent. */
  readonly getKey?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined
  /** Whether to answer 503 while the service cannot be asked, or to let everybody through; `refuse` if absent. */
  readonly whenUnavailable?: "refuse" | "allow" | undefined
  /** Is told why a key could not be verified; written to the console if absent. */
  readonly onError?: ((error: KeywardError) => void) | undefined
  /** Makes the body of a refusal, in the place of `{ error: { code, status, title, detail } }`. */
  readonly refusalBody?: ((refusal: Refusal) => unknown) | undefined
}

export type Decision =
  | { readonly type: "pass"; readonly verdict: Verdict }
  | {
      readonly type: "refuse"
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
    }

/** Verifies the key of a request and decides what becomes of it; what frameworks differ in is left to them. */
export async function guard<Request>(
  keyward: Verifier,
  options: GuardOptions<Request>,
  { request, authorization }: { readonly request: Request; readonly authorization: string | null | undefined },
): Promise<Decision> {
  const { perRequest, getKey, whenUnavailable, onError = report, refusalBody, ...demands } = options
  const key = getKey === undefined ? bearerIn(authorization) : await getKey(request)
  if (!key) return refuse(refusalOf("MISSING"), refusalBody)
  const { data, error } = await keyward.keys.verifyKey({ ...demands, ...(await perRequest?.(request)), key })
  if (data !== undefined) {
    if (data.code === "VALID") return { type: "pass", verdict: data }
    return refuse(refusalOf(data.code, secondsUntilReset(data.ratelimits, Date.now())), refusalBody)
  }
  if (isAboutKey(error)) return refuse(refusalOf("NOT_FOUND"), refusalBody)
  onError(error)
  if (whenUnavailable === "allow" && isOutage(error)) {
    return { type: "pass", verdict: { valid: false, code: "UNVERIFIED", error } }
  }
  return refuse(refusalOf("UNVERIFIED", error.retryAfterSeconds ?? 1), refusalBody)
}

function refuse(refusal: Refusal, makeBody: GuardOptions<never>["refusalBody"]): Decision {
  const { status, headers, code, title, detail } = refusal
  const body = makeBody === undefined ? { error: { code, status, title, detail } } : makeBody(refusal)
  return {
    type: "refuse",
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
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

function report(error: KeywardError): void {
  console.error(`A key could not be verified. ${error.message}`)
}
