import { hkdfSync } from "node:crypto"
import { decrypt, encrypt } from "./cipher.ts"

/** The secrets for encryption. Every ciphertext names its secret by id, so secrets can be rotated. */
export interface KeyRing {
  /** The secret that `seal` uses. */
  readonly current: SecretName
  /** Ids of all secrets, newest first. */
  readonly ids: readonly string[]
  seal(plaintext: string, context: Context): string
  /** Throws an error with the id if the ring does not have the secret. */
  open(ciphertext: string, context: Context): string
}

export interface SecretName {
  /** 16 hex digits that reveal nothing about the secret. */
  readonly id: string
  /** The first characters of every ciphertext that uses this secret. */
  readonly head: string
}

/** Returns the id of the secret that a ciphertext needs; undefined for text that is no ciphertext. */
export function secretIdOf(ciphertext: string): string | undefined {
  const head = headOf(Buffer.from(ciphertext, "base64"))
  return head?.subarray(formatMark.length).toString("hex")
}

interface Context {
  /** Mixed into the secret, so only a caller who knows the salt can decrypt; empty if not needed. */
  readonly salt?: string
  /** Names the owner of the ciphertext, so a ciphertext copied to another owner does not decrypt. */
  readonly boundTo: string
}

/** The first secret encrypts, all of them decrypt. `purpose` separates keys derived from the same secret. */
export function createKeyRing(secrets: readonly [Uint8Array, ...Uint8Array[]], purpose: string): KeyRing {
  const entries = secrets.map((secret) => entryOf(secret, purpose))
  const [current] = entries
  if (current === undefined) throw new Error("A key ring needs a secret.")

  return {
    current: { id: current.id, head: current.head.toString("base64") },
    ids: entries.map(({ id }) => id),
    seal(plaintext, { salt = "", boundTo }) {
      const sealed = encrypt(current.keyFor(salt), plaintext, boundDataOf(current, boundTo))
      return Buffer.concat([current.head, sealed]).toString("base64")
    },
    open(ciphertext, context) {
      const bytes = Buffer.from(ciphertext, "base64")
      const head = headOf(bytes)
      if (head === undefined) throw new Error("The text is no ciphertext.")
      const matching = entries.find((entry) => entry.head.equals(head))
      if (matching === undefined) {
        throw new Error(`There is no encryption key with the id ${head.subarray(formatMark.length).toString("hex")}.`)
      }
      return decrypt(
        matching.keyFor(context.salt ?? ""),
        bytes.subarray(headLength),
        boundDataOf(matching, context.boundTo),
      )
    },
  }
}

/** A head is a format mark and the secret id. Its 12 bytes become exactly 16 base64 characters. */
const formatMark = Buffer.from("kwk1")
const idLength = 8
const headLength = formatMark.length + idLength

function headOf(bytes: Buffer): Buffer | undefined {
  return bytes.subarray(0, formatMark.length).equals(formatMark) ? bytes.subarray(0, headLength) : undefined
}

interface Entry {
  readonly id: string
  readonly head: Buffer
  keyFor(salt: string): Uint8Array
}

function entryOf(secret: Uint8Array, purpose: string): Entry {
  // A separate label keeps the id from revealing anything about the secret.
  const id = Buffer.from(derive(secret, "keyward encryption key id", idLength))
  const unsalted = derive(secret, purpose)
  return {
    id: id.toString("hex"),
    head: Buffer.concat([formatMark, id]),
    keyFor: (salt) => (salt === "" ? unsalted : derive(Buffer.concat([secret, Buffer.from(salt)]), purpose)),
  }
}

function boundDataOf({ head }: Entry, boundTo: string): Buffer {
  return Buffer.concat([head, Buffer.from(boundTo)])
}

function derive(secret: Uint8Array, purpose: string, length = 32): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, length))
}
