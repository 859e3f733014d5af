import { splitPrefixedKey } from "../../core/key-material.ts"
import type { PlaintextHashes } from "../../storage/port/store.ts"
import type { Context } from "../operation.ts"

type Finding = Pick<Context<unknown>, "workspace" | "store" | "vault" | "operatorKeyHash">

/**
 * The id of a key of the workspace. Both rules of docs/contract.md#75-imported-keys-and-lookup: by the hash of the whole text,
 * else by that of its last part among keys imported as prefixed_api_key and not yet adopted.
 */
export async function findByPlaintext(finding: Finding, plaintext: string): Promise<string | undefined> {
  const { workspace, vault, operatorKeyHash } = finding
  const { verification } = finding.store
  const { whole, longToken } = plaintextHashes(vault.hash, plaintext)
  if (whole === operatorKeyHash) return undefined
  const known = await verification.find(workspace.id, whole)
  if (known !== undefined || longToken === undefined) return known?.keyId
  const unadopted = await verification.findPrefixed(workspace.id, { whole, longToken })
  // It may have been adopted since the first rule was tried.
  return unadopted?.id ?? (await verification.findUncached(workspace.id, whole))?.key.keyId
}

export function plaintextHashes(hash: (text: string) => string, plaintext: string): PlaintextHashes {
  const parts = splitPrefixedKey(plaintext)
  return { whole: hash(plaintext), longToken: parts && hash(parts.longToken) }
}
