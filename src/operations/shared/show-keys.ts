import { z } from "zod"
import { keyAt } from "../../core/balance.ts"
import type { KeyDetails } from "../../core/model.ts"
import { toWireKey } from "../../core/wire.ts"
import type { Context } from "../operation.ts"
import { keyResources } from "./change-key.ts"
import { requireKeyVault } from "./key-vault.ts"
import { type Transacting, transact } from "./transact.ts"

/** What the operations that show keys share: `decrypt` asks for the plaintext of recoverable ones. */

export const decrypt = z
  .boolean()
  .default(false)
  .describe("Show the plaintext of recoverable keys. Each use is recorded as an event.")

interface Asked {
  readonly decrypt: boolean
}

/** Needed in addition by requests for plaintexts. */
export const keyDecryption = "api.{apiId}.decrypt_key"

export type Showing = Transacting & Pick<Context<Asked>, "input" | "vault">

/** Gives back how to present each of these keys as it is at this instant. */
export async function keyPresenter(context: Showing, keys: readonly KeyDetails[]) {
  const { input, now, vault } = context
  const plaintexts = new Map<string, string>()
  if (input.decrypt) {
    requireKeyVault(vault)
    for (const { id, ciphertext } of keys) {
      // One that does not open is a defect, never a key without plaintext.
      if (ciphertext !== null) plaintexts.set(id, vault.openKey(ciphertext, id))
    }
    const opened = keys.filter(({ id }) => plaintexts.has(id))
    if (opened.length > 0) await recordDecryption(context, opened)
  }
  return (key: KeyDetails) => {
    const plaintext = plaintexts.get(key.id)
    return { ...toWireKey(keyAt(key, now)), ...(plaintext !== undefined && { plaintext }) }
  }
}

/** What cannot be recorded is not handed out. */
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
