import { splitPrefixedKey } from "../../core/key-material.ts"
import type { Credential, Credentials } from "../../storage/store.ts"

interface Finding {
  readonly credentials: Credentials
  hash(text: string): string
}

/**
 * Both rules of docs/contract.md#75-imported-keys-and-lookup: by the hash of the whole text, else by that of its last part among keys
 * imported as prefixed_api_key and not yet adopted. What is found may belong to any workspace.
 */
export async function findByPlaintext(
  { credentials, hash }: Finding,
  plaintext: string,
): Promise<Credential | undefined> {
  return (await credentials.find(hash(plaintext))) ?? findImported({ credentials, hash }, plaintext)
}

/** The second of the two rules. What it does not find may have been adopted since the first one was tried. */
export async function findImported({ credentials, hash }: Finding, plaintext: string): Promise<Credential | undefined> {
  const parts = splitPrefixedKey(plaintext)
  if (parts === undefined) return undefined
  return (await credentials.findPrefixed(hash(parts.longToken))) ?? credentials.findAgain(hash(plaintext))
}
