import { SHA256 } from "bun"
import { hashedTexts, wholeKeyIn, withoutSecret } from "../../core/sought-key.ts"
import type { Connection } from "../client/connection.ts"
import { send } from "../client/send.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"

interface Listing {
  readonly connection: Connection
  readonly body: unknown
  readonly output: Output
}

/** The request of a list of keys. If its search is a key, or looks like a part of one, the secret stays here. */
export async function withoutKeyInSearch({ connection, body, output }: Listing): Promise<unknown> {
  if (!isObject(body) || typeof body.search !== "string") return body
  const text = body.search.trim()
  const key = wholeKeyIn(text)
  const keyId = key === undefined ? undefined : await findKeyId(connection, key)
  if (keyId !== undefined) {
    output.error("The text has a whole key. It was looked up by its hash, and not sent.")
    return { ...body, search: keyId }
  }
  const sent = withoutSecret(text)
  if (sent === text) return body
  output.error(`The text looks like a key, so only this was searched for: ${sent}`)
  return { ...body, search: sent }
}

const sha256 = (text: string) => SHA256.hash(text, "base64")

/** Undefined also if the caller may not look up keys: then the list says what it may see. */
async function findKeyId(connection: Connection, key: string): Promise<string | undefined> {
  const { whole, longToken } = hashedTexts(key)
  const hashes = { whole: sha256(whole), ...(longToken !== undefined && { longToken: sha256(longToken) }) }
  const answer = await send(connection, "keys.whoami", JSON.stringify({ hashes }))
  const found = answer.type === "refusal" ? undefined : answer.data
  return isObject(found) && typeof found.keyId === "string" ? found.keyId : undefined
}
