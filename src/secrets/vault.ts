import { sha256 } from "./hash.ts"
import { createKeyRing, type SecretName } from "./key-ring.ts"

/** Encrypts what has to be kept readable: plaintexts of recoverable keys, and kept responses. */
export interface Vault {
  /** Whether recoverable keys can be kept: only under a key from outside the database. */
  readonly keepsKeys: boolean
  /** For recoverable keys. `keyId` is the id of the API key: a ciphertext moved to another record does not open. */
  sealKey(plaintext: string, keyId: string): string
  openKey(ciphertext: string, keyId: string): string
  /** The newest encryption key, which seals; absent if there is none. */
  readonly newest: SecretName | undefined
  /** Ids of all encryption keys, newest first. */
  readonly encryptionKeyIds: readonly string[]
  /** For kept responses, under a key that only the holder of the idempotency key can derive again. */
  sealResponse(response: string, request: RepeatableRequest): string
  openResponse(ciphertext: string, request: RepeatableRequest): string
  /** SHA-256, as keys are stored. */
  hash(text: string): string
}

/** What a kept response belongs to. */
export interface RepeatableRequest {
  readonly idempotencyKey: string
  readonly scope: string
  readonly operation: string
  readonly bodyHash: string
  /** What a caller must hold to get the response again. */
  readonly required: readonly string[]
}

interface VaultSettings {
  /** Of 32 bytes each, newest first; none if recoverable keys are not wanted. */
  readonly encryptionKeys: readonly Uint8Array[]
  /** What the installation made at its first start. */
  readonly installationSecret: Uint8Array
}

export function createVault({ encryptionKeys, installationSecret }: VaultSettings): Vault {
  const [newest, ...older] = encryptionKeys
  const keys = newest && createKeyRing([newest, ...older], "keyward recoverable key")
  // The secret of the installation seals where there is no encryption key, and opens what was sealed before there was one.
  const secrets =
    newest === undefined ? ([installationSecret] as const) : ([newest, ...older, installationSecret] as const)
  const responses = createKeyRing(secrets, "keyward kept response")
  const requireKeys = () => {
    if (keys === undefined) throw new Error("There is no encryption key for recoverable keys.")
    return keys
  }
  return {
    keepsKeys: keys !== undefined,
    sealKey: (plaintext, keyId) => requireKeys().seal(plaintext, bound(keyId)),
    openKey: (ciphertext, keyId) => requireKeys().open(ciphertext, bound(keyId)),
    newest: keys?.current,
    encryptionKeyIds: keys?.ids ?? [],
    sealResponse: (response, request) => responses.seal(response, boundToRequest(request)),
    openResponse: (ciphertext, request) => responses.open(ciphertext, boundToRequest(request)),
    hash: sha256,
  }
}

const bound = (keyId: string) => ({ boundTo: keyId, boundToBefore: keyId })

function boundToRequest({ idempotencyKey, scope, operation, bodyHash, required }: RepeatableRequest) {
  const boundTo = JSON.stringify([scope, operation, bodyHash, required])
  return { salt: idempotencyKey, boundTo, boundToBefore: "" }
}
