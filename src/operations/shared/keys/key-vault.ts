import { fault } from "../../../contract/errors.ts"
import type { Vault } from "../../../secrets/vault.ts"

/** Also needed to create a key whose plaintext is stored. */
export const keyEncryption = "api.{apiId}.encrypt_key"

/** Plaintexts are encrypted with a key that is not in the database, so the server must have one. */
export function requireKeyVault(vault: Vault): void {
  if (vault.supportsRecoverableKeys) return
  const detail =
    "This installation keeps no recoverable keys. Its operator enables them by setting KEYWARD_ENCRYPTION_KEY."
  throw fault("application/precondition_failed", { detail })
}
