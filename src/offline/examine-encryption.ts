import type { Config } from "../config.ts"
import { createKeyRing, secretIdOf } from "../secrets/key-ring.ts"
import { createVault } from "../secrets/vault.ts"
import type { SourceDatabase } from "../storage/sql/engine.ts"
import { scanKeys, scanPreviousSecrets, scanWebhooks } from "../storage/sql/queries/ciphertexts.ts"
import { findFact } from "../storage/sql/queries/installation.ts"

/** Compares the recoverable keys and webhooks of an installation with the configured encryption keys. */
export interface EncryptionFacts {
  /** Ids of the configured encryption keys, newest first. */
  readonly keyIds: readonly string[]
  /** Ids of encryption keys that are needed but not set. */
  readonly missing: readonly string[]
  /** Some recoverable keys or webhooks use an older encryption key. */
  readonly hasOlder: boolean
}

/** A full scan could take long, and the oldest keys are the most likely to need an older encryption key. */
const maxExamined = 2_000

export async function examineEncryption(
  database: SourceDatabase,
  { encryptionKeys }: Pick<Config, "encryptionKeys">,
): Promise<EncryptionFacts> {
  const { newest, encryptionKeyIds } = createVault({ encryptionKeys, installationSecret: new Uint8Array(32) })
  const slice = { after: "", limit: maxExamined, exceptHead: newest?.head ?? "none" }
  const scanned = [
    ...(await scanKeys(database, slice)),
    ...(await scanPreviousSecrets(database, slice)),
    ...(await scanWebhooks(database, slice)),
  ]
  const ownId = await installationSecretId(database)
  const ciphertexts = scanned
    .map(({ ciphertext }) => ciphertext)
    .filter((one) => one !== null)
    .filter((one) => ownId === undefined || secretIdOf(one) !== ownId)
  const needed = [...new Set(ciphertexts.flatMap((ciphertext) => secretIdOf(ciphertext) ?? []))]
  const missing = needed.filter((id) => !encryptionKeyIds.includes(id))
  return { keyIds: encryptionKeyIds, missing, hasOlder: ciphertexts.length > 0 }
}

/** Webhooks from before the first encryption key use the secret of the installation, which is always there. */
async function installationSecretId(database: SourceDatabase): Promise<string | undefined> {
  const secret = await findFact(database, "secret")
  return secret && createKeyRing([Buffer.from(secret, "base64")], "keyward webhook").current.id
}
