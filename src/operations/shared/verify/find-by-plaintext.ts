import { splitPrefixedKey } from "../../../core/key-material.ts"
import type { PlaintextHashes } from "../../../storage/port/credentials.ts"
import type { Context } from "../../context.ts"

type FindContext = Pick<Context<unknown>, "workspace" | "store" | "vault" | "operatorKeyHash" | "now">

/**
 * Finds the id of a key by its plaintext, with both rules of docs/contract.md#75-imported-keys-and-lookup. First by the
 * hash of the whole key, then by the hash of its last part among imported keys that are not adopted yet.
 */
export function findByPlaintext(finding: FindContext, plaintext: string): Promise<string | undefined> {
  return findByHashes(finding, plaintextHashes(finding.vault.hash, plaintext))
}

export async function findByHashes(
  { workspace, operatorKeyHash, now, store: { verification } }: Omit<FindContext, "vault">,
  { whole, longToken }: PlaintextHashes,
): Promise<string | undefined> {
  if (whole === operatorKeyHash) return undefined
  const known = await verification.find(workspace.id, whole, now)
  if (known !== undefined || longToken === undefined) return known?.keyId
  const unadopted = await verification.findPrefixed(workspace.id, { whole, longToken })
  // The key may have been adopted after the first lookup.
  return unadopted?.id ?? (await verification.findUncached(workspace.id, whole, now))?.key.keyId
}

export function plaintextHashes(hash: (text: string) => string, plaintext: string): PlaintextHashes {
  const parts = splitPrefixedKey(plaintext)
  return { whole: hash(plaintext), longToken: parts && hash(parts.longToken) }
}
