import type { KeyDetails } from "../../../core/model.ts"
import { neverRotated } from "../../../core/rotation.ts"
import type { MutationWith } from "../../context.ts"
import { keyCreated } from "./change-key.ts"

type MintContext = MutationWith<"mint" | "vault" | "now">

type MintedFields = "id" | "hash" | "algorithm" | "migrationId" | "imported" | "start" | "ciphertext"
type TimeFields = "createdAt" | "updatedAt" | "lastUsedAt"
type RotationFields = keyof typeof neverRotated

/** A key without the fields that minting sets. */
interface WantedKey extends Omit<KeyDetails, MintedFields | TimeFields | RotationFields | "byteLength"> {
  readonly byteLength: number
  readonly recoverable: boolean
}

export interface IssuedKey {
  readonly keyId: string
  readonly key: string
}

/** Mints a key and records it. The caller must have authorized this. */
export async function issueKey(context: MintContext & MutationWith<"tx">, wanted: WantedKey): Promise<IssuedKey> {
  const { details, issued } = mintKey(context, wanted)
  await context.tx.keys.insert([details])
  context.tx.record(keyCreated(details))
  return issued
}

export function mintKey(
  { mint, vault, now }: MintContext,
  { recoverable, ...wanted }: WantedKey,
): { readonly details: KeyDetails; readonly issued: IssuedKey } {
  const { plaintext, start, hash } = mint.key(wanted)
  const id = mint.id("key")
  const details: KeyDetails = {
    ...wanted,
    id,
    hash,
    algorithm: "sha256",
    migrationId: null,
    imported: false,
    start,
    ciphertext: recoverable ? vault.sealKey(plaintext, id) : null,
    createdAt: now,
    updatedAt: null,
    lastUsedAt: null,
    ...neverRotated,
  }
  return { details, issued: { keyId: id, key: plaintext } }
}
