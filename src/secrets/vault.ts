import { sha256 } from "./hash.ts"
import { createKeyRing, type SecretName } from "./key-ring.ts"

/** Encrypts what Keyward must read again: recoverable keys and stored responses. */
export interface Vault {
  /** Recoverable keys need an encryption key that is stored outside the database. */
  readonly supportsRecoverableKeys: boolean
  /** `keyId` is the id of the API key. A ciphertext copied to another key does not decrypt. */
  sealKey(plaintext: string, keyId: string): string
  openKey(ciphertext: string, keyId: string): string
  /** The URL and the secrets of a webhook, under the newest encryption key, or else the secret of the installation. */
  sealWebhook(plaintext: string, webhookId: string): string
  openWebhook(ciphertext: string, webhookId: string): string
  /** The encryption key that encrypts; absent if none is set. */
  readonly newest: SecretName | undefined
  /** Ids of all encryption keys, newest first. */
  readonly encryptionKeyIds: readonly string[]
  /** Stored responses use a key that only the holder of the idempotency key can derive. */
  sealResponse(response: string, request: RepeatableRequest): string
  openResponse(ciphertext: string, request: RepeatableRequest): string
  /** For a browser to keep and bring back. Neither it nor anybody else can read or change the text. */
  sealForBrowser(text: string): string
  /** undefined if this installation did not seal it. */
  openFromBrowser(sealed: string): string | undefined
  /** SHA-256, in the form in which key hashes are stored. */
  hash(text: string): string
}

/** The request that a stored response belongs to. */
export interface RepeatableRequest {
  readonly idempotencyKey: string
  readonly scope: string
  readonly operation: string
  readonly bodyHash: string
  /** Permissions that a caller needs to receive the response again. */
  readonly required: readonly string[]
}

interface VaultSettings {
  /** 32 bytes each, newest first; empty if recoverable keys are not used. */
  readonly encryptionKeys: readonly Uint8Array[]
  /** Random bytes that the installation generated at its first start. */
  readonly installationSecret: Uint8Array
}

export function createVault({ encryptionKeys, installationSecret }: VaultSettings): Vault {
  const [newest, ...older] = encryptionKeys
  const keys = newest && createKeyRing([newest, ...older], "keyward recoverable key")
  // The installation secret encrypts if no encryption key is set, and decrypts responses from before one was set.
  const secrets =
    newest === undefined ? ([installationSecret] as const) : ([newest, ...older, installationSecret] as const)
  const responses = createKeyRing(secrets, "keyward kept response")
  const webhooks = createKeyRing(secrets, "keyward webhook")
  const browsers = createKeyRing([installationSecret], "keyward browser")
  const requireKeys = () => {
    if (keys === undefined)
      throw new Error("There is no encryption key for recoverable keys. Set KEYWARD_ENCRYPTION_KEY.")
    return keys
  }
  return {
    supportsRecoverableKeys: keys !== undefined,
    sealKey: (plaintext, keyId) => requireKeys().seal(plaintext, boundData(keyId)),
    openKey: (ciphertext, keyId) => requireKeys().open(ciphertext, boundData(keyId)),
    sealWebhook: (plaintext, webhookId) => webhooks.seal(plaintext, boundData(webhookId)),
    openWebhook: (ciphertext, webhookId) => webhooks.open(ciphertext, boundData(webhookId)),
    newest: keys?.current,
    encryptionKeyIds: keys?.ids ?? [],
    sealResponse: (response, request) => responses.seal(response, boundToRequest(request)),
    openResponse: (ciphertext, request) => responses.open(ciphertext, boundToRequest(request)),
    sealForBrowser: (text) => Buffer.from(browsers.seal(text, forBrowsers), "base64").toString("base64url"),
    openFromBrowser(sealed) {
      try {
        return browsers.open(Buffer.from(sealed, "base64url").toString("base64"), forBrowsers)
      } catch {
        return undefined
      }
    },
    hash: sha256,
  }
}

const forBrowsers = { boundTo: "browser" }
const boundData = (id: string) => ({ boundTo: id })

function boundToRequest({ idempotencyKey, scope, operation, bodyHash, required }: RepeatableRequest) {
  return { salt: idempotencyKey, boundTo: JSON.stringify([scope, operation, bodyHash, required]) }
}
