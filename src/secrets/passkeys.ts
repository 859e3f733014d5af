import { type Challenge, createChallenges } from "./challenges.ts"

/**
 * Passkeys as of Web Authentication Level 3. Every passkey must be discoverable and must verify its user, so that it
 * replaces address and password.
 */
export interface Passkeys {
  /** Browsers offer passkeys only under a host name and in a secure context. */
  readonly isOffered: boolean
  /** Options for `navigator.credentials.get`. */
  signInOptions(now: number): SignInOptions
  /** Options for `navigator.credentials.create`, valid in one session. */
  creationOptions(user: PasskeyOwner, about: { readonly sessionId: string; readonly now: number }): CreationOptions
  /** undefined if the response proves nothing. */
  checkSignIn(response: SignInResponse, stored: StoredPasskey, now: number): Promise<CheckedSignIn | undefined>
  /** undefined if the response proves nothing. */
  checkCreation(
    response: CreationResponse,
    about: { readonly sessionId: string; readonly now: number },
  ): Promise<CheckedCreation | undefined>
}

export interface PasskeyOwner {
  readonly id: string
  readonly email: string
  readonly name: string
  /** What the user has already, so that no authenticator makes a second one. */
  readonly passkeys: readonly { readonly credentialId: string; readonly transports: readonly string[] }[]
}

export interface StoredPasskey {
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

export interface SignInResponse {
  readonly id: string
  readonly rawId: string
  readonly type: "public-key"
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle: string
  }
}

export interface CreationResponse {
  readonly id: string
  readonly rawId: string
  readonly type: "public-key"
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

export interface CheckedSignIn {
  readonly challenge: Challenge
  readonly counter: number
  readonly isBackedUp: boolean
}

export interface CheckedCreation extends CheckedSignIn {
  readonly credentialId: string
  readonly publicKey: string
  readonly transports: readonly string[]
}

interface Descriptor {
  readonly type: "public-key"
  readonly id: string
  readonly transports?: readonly string[]
}

interface SignInOptions {
  readonly challenge: string
  readonly rpId: string
  readonly timeout: number
  readonly userVerification: "required"
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly pubKeyCredParams: readonly { readonly type: "public-key"; readonly alg: number }[]
  readonly timeout: number
  readonly excludeCredentials: readonly Descriptor[]
  readonly authenticatorSelection: {
    readonly residentKey: "required"
    readonly requireResidentKey: true
    readonly userVerification: "required"
  }
  readonly attestation: "none"
}

interface Settings {
  /** The origin under which people sign in. */
  readonly origin: string
  /** The secret of the installation. */
  readonly secret: Uint8Array
}

const lifeMs = 5 * 60 * 1000

/** EdDSA, ES256 and RS256: every authenticator knows one of them. */
const algorithms = [-8, -7, -257]
const signInPurpose = "sign in with a passkey"
const creationPurpose = (sessionId: string) => `add a passkey in ${sessionId}`

export function createPasskeys({ origin, secret }: Settings): Passkeys {
  const challenges = createChallenges({ secret, lifeMs })
  const { hostname } = new URL(origin)
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
  return {
    isOffered: isOfferedUnder(origin),

    signInOptions(now) {
      const challenge = challenges.create(signInPurpose, now)
      return { challenge, rpId: hostname, timeout: lifeMs, userVerification: "required" }
    },

    creationOptions({ id, email, name, passkeys }, { sessionId, now }) {
      return {
        challenge: challenges.create(creationPurpose(sessionId), now),
        rp: { id: hostname, name: "Keyward" },
        user: { id: handleOf(id), name: email, displayName: name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        timeout: lifeMs,
        excludeCredentials: passkeys.map(({ credentialId, transports }) => {
          return { type: "public-key", id: credentialId, ...(transports.length > 0 && { transports }) }
        }),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
      }
    },

    async checkSignIn({ id, rawId, type, response }, stored, now) {
      const { clientDataJSON } = response
      const challenge = challenges.check(challengeIn(clientDataJSON), signInPurpose, now)
      if (challenge === undefined || response.userHandle !== handleOf(stored.userId)) return undefined
      const { verifyAuthenticationResponse } = await import("@simplewebauthn/server")
      const { credentialId, publicKey, counter } = stored
      const checked = await orUndefined(
        verifyAuthenticationResponse({
          ...expected,
          response: { id, rawId, type, response, clientExtensionResults: {} },
          expectedChallenge: challengeIn(clientDataJSON),
          credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
        }),
      )
      if (checked?.verified !== true) return undefined
      const { newCounter, credentialBackedUp } = checked.authenticationInfo
      return { challenge, counter: newCounter, isBackedUp: credentialBackedUp }
    },

    async checkCreation({ id, rawId, type, response }, { sessionId, now }) {
      const { clientDataJSON, attestationObject, transports = [] } = response
      const challenge = challenges.check(challengeIn(clientDataJSON), creationPurpose(sessionId), now)
      if (challenge === undefined || !(await isWithoutCertificates(attestationObject))) return undefined
      const { verifyRegistrationResponse } = await import("@simplewebauthn/server")
      const checked = await orUndefined(
        verifyRegistrationResponse({
          ...expected,
          response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
          expectedChallenge: challengeIn(clientDataJSON),
          supportedAlgorithmIDs: algorithms,
        }),
      )
      if (checked?.verified !== true) return undefined
      const { credential, credentialBackedUp } = checked.registrationInfo
      return {
        challenge,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports,
        isBackedUp: credentialBackedUp,
      }
    },
  }
}

/** The authenticator stores it with the passkey and returns it at every sign-in. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url")
}

function isOfferedUnder(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isName = !hostname.startsWith("[") && !/^[\d.]+$/.test(hostname)
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost")
  return isName && (protocol === "https:" || isLocal)
}

/** The challenge that the browser signed. Empty for a page inside a page of another site, which must not ask. */
function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())
    const { challenge, crossOrigin = false } = Object(data)
    return typeof challenge === "string" && crossOrigin === false ? challenge : ""
  } catch {
    return ""
  }
}

/**
 * Keyward does not ask who made an authenticator. Verifying a certificate of the client could make the server fetch
 * lists of revoked ones from an address in it.
 */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers")
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")))
    const format = decoded.get("fmt")
    return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined)
  } catch {
    return false
  }
}

/** The library throws for every response that it refuses. */
async function orUndefined<T>(checking: Promise<T>): Promise<T | undefined> {
  try {
    return await checking
  } catch {
    return undefined
  }
}
