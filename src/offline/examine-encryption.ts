import type { Config } from "../config.ts"
import { secretIdOf } from "../secrets/key-ring.ts"
import { createVault } from "../secrets/vault.ts"
import { scanKeys } from "../storage/sql/ciphertexts.ts"
import type { SourceDatabase } from "../storage/sql/engine.ts"

/** How the recoverable keys of an installation fit the encryption keys of a configuration. */
export interface EncryptionFacts {
  /** Ids of the encryption keys that are set, newest first. */
  readonly keyIds: readonly string[]
  /** Ids of encryption keys that are needed and not set; empty for one without an id, of an earlier version. */
  readonly missing: readonly string[]
  /** Some recoverable keys are not under the newest encryption key. */
  readonly hasOlder: boolean
}

/** The oldest keys tell most, and looking at all could take long. */
const examinedAtMost = 2_000

export async function examineEncryption(
  database: SourceDatabase,
  { encryptionKeys }: Pick<Config, "encryptionKeys">,
): Promise<EncryptionFacts> {
  const { newest, encryptionKeyIds } = createVault({ encryptionKeys, installationSecret: new Uint8Array(32) })
  const keys = await scanKeys(database, { after: "", limit: examinedAtMost, exceptHead: newest?.head ?? "none" })
  const ciphertexts = keys.map(({ ciphertext }) => ciphertext).filter((one) => one !== null)
  const needed = [...new Set(ciphertexts.map((ciphertext) => secretIdOf(ciphertext) ?? ""))]
  // One without an id may be under any of those that are set.
  const missing = needed.filter((id) => (id === "" ? encryptionKeyIds.length === 0 : !encryptionKeyIds.includes(id)))
  return { keyIds: encryptionKeyIds, missing, hasOlder: ciphertexts.length > 0 }
}
