// Passkeys in the browser. The server makes the options and checks the results.
import { call } from "./call.client.js"

const credential = globalThis.PublicKeyCredential

/** Browsers define this only in a secure context. */
export const supportsPasskeys =
  globalThis.isSecureContext && typeof credential?.parseCreationOptionsFromJSON === "function"

/** Returns the started session. */
export async function signInWithPasskey() {
  const publicKey = credential.parseRequestOptionsFromJSON(await call("sessions.getPasskeyChallenge"))
  const passkey = await asked(() => navigator.credentials.get({ publicKey }))
  return call("sessions.signIn", { passkey: passkey.toJSON() })
}

export async function addPasskey(name) {
  const publicKey = credential.parseCreationOptionsFromJSON(await call("account.getPasskeyChallenge"))
  const passkey = await asked(() => navigator.credentials.create({ publicKey }))
  return call("account.addPasskey", { name, passkey: passkey.toJSON() })
}

/** A name that people recognize in the list. */
export function deviceName() {
  const platform = navigator.userAgentData?.platform || navigator.platform || "This device"
  return platform.slice(0, 64)
}

export class PasskeyRefused extends Error {}

async function asked(ask) {
  try {
    return await ask()
  } catch (error) {
    if (error.name === "InvalidStateError") throw new PasskeyRefused("This device has a passkey of yours already.")
    throw new PasskeyRefused("The browser did not use a passkey. Try again, or choose another way.")
  }
}
