import { defaultKeyBytes } from "../../../contract/bounds.ts"
import { found } from "../../../contract/errors.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { Transaction } from "../../../storage/port/store.ts"

/** The prefix and length of an imported key are unknown, so its next secret uses the defaults of the API. */
export async function shapeLike(tx: Transaction, { workspaceId, apiId, prefix, byteLength }: KeyDetails) {
  if (byteLength !== null) return { prefix, byteLength }
  const api = found(await tx.apis.find(workspaceId, apiId), "data/api_not_found")
  return { prefix: api.defaultPrefix, byteLength: api.defaultBytes ?? defaultKeyBytes }
}
