import { fault } from "../../contract/errors.ts"
import type { Vault } from "../../secrets/vault.ts"

/** Needed in addition to make a key whose plaintext is stored. */
export const keyEncryption = "api.{apiId}.encrypt_key"

/** Plaintexts are kept, and read back, only under a key from outside the database. */
export function requireKeyVault(vault: Vault): void {
  if (vault.supportsRecoverableKeys) return
  const detail =
    "This installation keeps no recoverable keys. Its operator enables them by setting KEYWARD_ENCRYPTION_KEY."
  throw fault("application/precondition_failed", { detail })
}
