import type { KeyDetails } from "../../core/model.ts"
import type { MutationWith } from "../operation.ts"
import { keyCreated } from "./change-key.ts"

type IssueContext = MutationWith<"tx" | "mint" | "vault" | "now">

type MintedFields = "id" | "hash" | "algorithm" | "migrationId" | "imported" | "start" | "ciphertext"
type TimeFields = "createdAt" | "updatedAt" | "lastUsedAt"

/** A key without the fields that minting sets. */
export interface WantedKey extends Omit<KeyDetails, MintedFields | TimeFields | "byteLength"> {
  readonly byteLength: number
  readonly recoverable: boolean
}

/** Mints a key and records it. The caller must have authorized this. */
export async function issueKey(
  { tx, mint, vault, now }: IssueContext,
  { recoverable, ...wanted }: WantedKey,
): Promise<{ readonly keyId: string; readonly key: string }> {
  const { plaintext, start, hash } = mint.key(wanted)
  const id = mint.id("key")
  const key: KeyDetails = {
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
  }
  await tx.keys.insert([key])
  tx.record(keyCreated(key))
  return { keyId: id, key: plaintext }
}
