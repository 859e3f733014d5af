import type { Configuration } from "openid-client"

/** The OpenID Connect provider of the installation, by its own protocol only: it knows no users. */
export interface OidcProvider {
  /** What people recognize the provider by. */
  readonly host: string
  /** Starts a sign-in. The browser must bring `memory` back. */
  begin(): Promise<{ readonly url: string; readonly memory: OidcMemory }>
  /** Checks what the provider sent with the browser, and exchanges the code. */
  finish(query: string, memory: OidcMemory): Promise<OidcIdentity>
}

/** What binds the end of a sign-in to its start. */
export interface OidcMemory {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Who has signed in at the provider. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  /** Present only if the provider has verified the address. */
  readonly verifiedEmail: string | undefined
  readonly name: string | undefined
}

export type OidcProblem =
  /** The provider does not respond, or not as a provider. */
  | "away"
  /** The clocks of the provider and of this server differ. */
  | "clock"
  /** The person or the provider has refused the sign-in. */
  | "denied"
  /** The response does not belong to this sign-in, or was used before. */
  | "invalid"

export class OidcFailure extends Error {
  override readonly name = "OidcFailure"
  readonly problem: OidcProblem

  constructor(problem: OidcProblem, cause: unknown) {
    super(`The OpenID Connect sign-in failed: ${problem}.`, { cause })
    this.problem = problem
  }
}

interface Settings {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined
  readonly redirectUri: string
  now(): number
}

/** Endpoints and keys of a provider change seldom. */
const discoverAgainMs = 60 * 60 * 1000
const timeoutSeconds = 8
/** How far the clocks may differ. */
const toleranceSeconds = 60
/** Strangers can start and finish sign-ins, so the number of requests to the provider at a time is bounded. */
const maxFinishing = 20

/** The server calls the provider at the first sign-in, so that it starts without the provider. */
export function createOidcProvider({ issuer, clientId, clientSecret, redirectUri, now }: Settings): OidcProvider {
  const { host, protocol } = new URL(issuer)
  let known: { readonly configuration: Configuration; readonly at: number } | undefined
  let asking: Promise<Configuration> | undefined
  let finishing = 0

  const discover = async (): Promise<Configuration> => {
    const client = await import("openid-client")
    const metadata = { [client.clockTolerance]: toleranceSeconds, [client.clockSkew]: skew() }
    const authentication = clientSecret === undefined ? client.None() : undefined
    return client.discovery(
      new URL(issuer),
      clientId,
      { ...metadata, ...(clientSecret !== undefined && { client_secret: clientSecret }) },
      authentication,
      { timeout: timeoutSeconds, ...(protocol === "http:" && { execute: [client.allowInsecureRequests] }) },
    )
  }
  /** Tokens are judged by the clock of the service, which several nodes share. */
  const skew = () => Math.round((now() - Date.now()) / 1000)
  /** An old answer is better than none. */
  const configured = async (): Promise<Configuration> => {
    if (known !== undefined && now() - known.at < discoverAgainMs) return known.configuration
    asking ??= discover().finally(() => {
      asking = undefined
    })
    try {
      known = { configuration: await asking, at: now() }
      return known.configuration
    } catch (error) {
      if (known !== undefined) return known.configuration
      throw new OidcFailure("away", error)
    }
  }
  return {
    host,

    async begin() {
      const client = await import("openid-client")
      const configuration = await configured()
      const memory = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: memory.state,
        nonce: memory.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(memory.verifier),
        code_challenge_method: "S256",
      })
      return { url: url.href, memory }
    },

    async finish(query, { state, nonce, verifier }) {
      if (finishing >= maxFinishing) throw new OidcFailure("away", new Error("Too many sign-ins at the same time."))
      finishing += 1
      try {
        const client = await import("openid-client")
        const configuration = await configured()
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), checks)
        const claims = tokens.claims()
        if (claims === undefined) throw new Error("The provider sent no ID token.")
        const { iss, sub } = claims
        const isComplete = claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined
        const about = isComplete ? claims : await client.fetchUserInfo(configuration, tokens.access_token, sub)
        const { email, email_verified, name } = about
        return {
          issuer: iss,
          subject: sub,
          verifiedEmail: email_verified === true && typeof email === "string" ? email : undefined,
          name: typeof name === "string" ? name : undefined,
        }
      } catch (error) {
        throw error instanceof OidcFailure ? error : new OidcFailure(problemOf(error), error)
      } finally {
        finishing -= 1
      }
    },
  }
}

/** Codes of the library for responses that come from a provider in trouble. */
const awayCodes = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_PARSE_ERROR"])

function problemOf(error: unknown): OidcProblem {
  const { code, error: oauthError, status, cause } = Object(error)
  if (code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") return "clock"
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return isBusy(oauthError) ? "away" : "denied"
  if (code === "OAUTH_RESPONSE_BODY_ERROR") return status >= 500 || isBusy(oauthError) ? "away" : "invalid"
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM") return cause?.status >= 500 ? "away" : "invalid"
  if (awayCodes.has(code) || isUnreachable(error) || isUnreachable(cause)) return "away"
  return "invalid"
}

function isBusy(oauthError: unknown): boolean {
  return oauthError === "temporarily_unavailable" || oauthError === "server_error"
}

/** `fetch` of Bun throws errors with such codes. */
function isUnreachable(error: unknown): boolean {
  return /^(ConnectionRefused|ConnectionClosed|FailedToOpenSocket|ECONN|ENOTFOUND|ETIMEDOUT)/.test(
    String(Object(error).code ?? ""),
  )
}
