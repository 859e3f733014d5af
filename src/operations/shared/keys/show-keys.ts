import { z } from "zod"
import { keyAt } from "../../../core/balance.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { toWireKey } from "../../../core/wire.ts"
import type { Context } from "../../context.ts"
import { type Transacting, transact } from "../transact.ts"
import { keyResources } from "./change-key.ts"
import { requireKeyVault } from "./key-vault.ts"

export const decrypt = z
  .boolean()
  .default(false)
  .describe("Show the plaintext of recoverable keys. Each use is recorded as an event.")

interface DecryptInput {
  readonly decrypt: boolean
}

/** Also needed by requests with `decrypt`. */
export const keyDecryption = "api.{apiId}.decrypt_key"

export type Showing = Transacting & Pick<Context<DecryptInput>, "input" | "vault">

/** Returns a function that shows a key with its current balance, and its plaintext on request. */
export async function keyPresenter(context: Showing, keys: readonly KeyDetails[]) {
  const { input, now, vault } = context
  const plaintexts = new Map<string, string>()
  if (input.decrypt) {
    requireKeyVault(vault)
    for (const { id, ciphertext } of keys) {
      // A failed decryption throws, because leaving the plaintext out would hide the defect.
      if (ciphertext !== null) plaintexts.set(id, vault.openKey(ciphertext, id))
    }
    const opened = keys.filter(({ id }) => plaintexts.has(id))
    if (opened.length > 0) await recordDecryption(context, opened)
  }
  return (key: KeyDetails) => {
    const plaintext = plaintexts.get(key.id)
    return { ...toWireKey(keyAt(key, now), now), ...(plaintext !== undefined && { plaintext }) }
  }
}

/** Plaintexts are returned only after their events are committed. */
function recordDecryption(context: Transacting, keys: readonly KeyDetails[]): Promise<void> {
  return transact(context, async (tx) => {
    for (const key of keys) {
      tx.record({
        type: "key.decrypted",
        workspaceId: key.workspaceId,
        resources: keyResources(key),
        changes: { before: null, after: null },
      })
    }
  })
}
