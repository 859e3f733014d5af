import { keyLength } from "../../../../src/contract/bounds.ts"
import { hashedTexts } from "../../../../src/core/sought-key.ts"
import { ask, type Client, keywardError } from "../../client.ts"

/** The id of a key of this workspace. Only its hashes are sent, so that the key itself stays in this browser. */
export async function findKeyId(client: Client, key: string, signal?: AbortSignal): Promise<string | undefined> {
  // Browsers do not hash on pages without TLS.
  if (!isSecureContext || key.length > keyLength.maximum) return undefined
  const { whole, longToken } = hashedTexts(key)
  const hashes = { whole: await sha256(whole), ...(longToken !== undefined && { longToken: await sha256(longToken) }) }
  try {
    return (await ask(() => client.keys.whoami({ hashes }, signal && { signal }))).keyId
  } catch (error) {
    if (keywardError(error)?.code === "data/key_not_found") return undefined
    throw error
  }
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...bytes))
}
