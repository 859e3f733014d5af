import type {
  Passkey,
  PasskeyCreation,
  PasskeyCreationOptions,
  PasskeySignIn,
  PasskeySignInOptions,
  Result,
  StartedSession,
} from "@keyward/client"
import type { Client } from "./client.ts"

/** Browsers offer passkeys only in a secure context, and old ones cannot read the options. */
export const supportsPasskeys =
  isSecureContext && typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function"

/** Whether this device keeps passkeys itself, so that nothing else is needed for one. */
export async function hasOwnAuthenticator(): Promise<boolean> {
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Adds a passkey of this browser to the account that has signed in. */
export async function addPasskey({ account }: Client, name: string): Promise<Result<Passkey>> {
  const challenge = await account.getPasskeyChallenge({})
  if (challenge.error) return challenge
  return account.addPasskey({ name, passkey: await createPasskey(challenge.data) })
}

/** Signs in with a passkey that this browser knows. */
export async function signInWithPasskey({ sessions }: Client): Promise<Result<StartedSession>> {
  const challenge = await sessions.getPasskeyChallenge({})
  if (challenge.error) return challenge
  return sessions.signIn({ passkey: await askForPasskey(challenge.data) }, { retries: 0 })
}

/** Asks the browser to make a passkey. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyCreation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { id, rawId, response } = written(await requestCredential(() => navigator.credentials.create({ publicKey })))
  if (!("attestationObject" in response)) throw new Error(noPasskey)
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: "public-key", response: { clientDataJSON, attestationObject, transports } }
}

/** Asks the browser to use a passkey. */
async function askForPasskey(options: PasskeySignInOptions): Promise<PasskeySignIn> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const { id, rawId, response } = written(await requestCredential(() => navigator.credentials.get({ publicKey })))
  if (!("signature" in response) || response.userHandle === undefined) throw new Error(noPasskey)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: "public-key", response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** A name that people recognize in the list. */
export function deviceName(): string {
  const [, system] = systems.find(([text]) => navigator.userAgent.includes(text)) ?? []
  return system ?? "This device"
}

const systems = [
  ["Android", "Android phone"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["Linux", "Linux"],
] as const

const noPasskey = "The browser gave no passkey."

async function requestCredential(ask: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ask()
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError"
    throw new Error(
      isKnown
        ? "This device has a passkey of yours already."
        : "The browser did not use a passkey. Try again, or choose another way.",
    )
  }
}

function written(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw new Error(noPasskey)
  return credential.toJSON()
}
