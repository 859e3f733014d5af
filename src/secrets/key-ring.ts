import { hkdfSync } from "node:crypto"
import { decrypt, encrypt } from "./cipher.ts"

/** Secrets that ciphertexts may be under. A ciphertext names its secret by an id, so that secrets can be replaced. */
export interface KeyRing {
  /** Of the secret that `seal` uses. */
  readonly current: SecretName
  /** As `SecretName` has it, newest first. */
  readonly ids: readonly string[]
  seal(plaintext: string, context: Context): string
  /** Throws an error that names the id if the ring lacks the secret. */
  open(ciphertext: string, context: Context): string
}

export interface SecretName {
  /** 16 hexadecimal digits that tell nothing about the secret. */
  readonly id: string
  /** How every ciphertext under the secret begins. */
  readonly head: string
}

/** Names the secret that a ciphertext is under; undefined for one of the versions before ids. */
export function secretIdOf(ciphertext: string): string | undefined {
  const head = headOf(Buffer.from(ciphertext, "base64"))
  return head?.subarray(mark.length).toString("hex")
}

interface Context {
  /** Mixed into the secret, for what only its holder may open; empty for nothing. */
  readonly salt?: string
  /** What the ciphertext belongs to: moved anywhere else it does not open. */
  readonly boundTo: string
  /** The same as versions before key ids wrote it. */
  readonly boundToBefore: string
}

/** The first secret seals; all of them open. `purpose` keeps apart what is derived from one secret for different uses. */
export function createKeyRing(secrets: readonly [Uint8Array, ...Uint8Array[]], purpose: string): KeyRing {
  const entries = secrets.map((secret) => entryOf(secret, purpose))
  const [current] = entries
  if (current === undefined) throw new Error("A key ring needs a secret.")

  /** Versions before key ids named none, so that any secret may be the one. */
  const openUnnamed = (bytes: Buffer, { salt = "", boundToBefore }: Context) => {
    let failure: unknown
    for (const { keyFor } of entries) {
      try {
        return decrypt(keyFor(salt), bytes, Buffer.from(boundToBefore))
      } catch (error) {
        failure = error
      }
    }
    const id = headOf(bytes)?.subarray(mark.length).toString("hex")
    throw id === undefined ? failure : new Error(`There is no encryption key with the id ${id}.`, { cause: failure })
  }

  return {
    current: { id: current.id, head: current.head.toString("base64") },
    ids: entries.map(({ id }) => id),
    seal(plaintext, { salt = "", boundTo }) {
      const sealed = encrypt(current.keyFor(salt), plaintext, boundBytes(current, boundTo))
      return Buffer.concat([current.head, sealed]).toString("base64")
    },
    open(ciphertext, context) {
      const bytes = Buffer.from(ciphertext, "base64")
      const head = headOf(bytes)
      const named = head && entries.find((entry) => entry.head.equals(head))
      // Without an id, unless the secret is missing: a random nonce may happen to look like a head.
      if (named === undefined) return openUnnamed(bytes, context)
      return decrypt(named.keyFor(context.salt ?? ""), bytes.subarray(headLength), boundBytes(named, context.boundTo))
    },
  }
}

/** The head of a ciphertext: a mark that stands for this form, and the id. 12 bytes are 16 characters of base64. */
const mark = Buffer.from("kwk1")
const idLength = 8
const headLength = mark.length + idLength

function headOf(bytes: Buffer): Buffer | undefined {
  return bytes.subarray(0, mark.length).equals(mark) ? bytes.subarray(0, headLength) : undefined
}

interface Entry {
  readonly id: string
  readonly head: Buffer
  keyFor(salt: string): Uint8Array
}

function entryOf(secret: Uint8Array, purpose: string): Entry {
  // Derived under a label of its own, so that the id tells nothing about the secret.
  const id = Buffer.from(derive(secret, "keyward encryption key id", idLength))
  const unsalted = derive(secret, purpose)
  return {
    id: id.toString("hex"),
    head: Buffer.concat([mark, id]),
    keyFor: (salt) => (salt === "" ? unsalted : derive(Buffer.concat([secret, Buffer.from(salt)]), purpose)),
  }
}

function boundBytes({ head }: Entry, boundTo: string): Buffer {
  return Buffer.concat([head, Buffer.from(boundTo)])
}

function derive(secret: Uint8Array, purpose: string, length = 32): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, length))
}
