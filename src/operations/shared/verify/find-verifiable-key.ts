import { changesBetween } from "../../../core/changes.ts"
import { keyInEvent } from "../../../core/event-content.ts"
import { splitPrefixedKey } from "../../../core/key-material.ts"
import type { VerifiableKey } from "../../../core/verify.ts"
import type { PlaintextHashes, PrefixedHashes } from "../../../storage/port/credentials.ts"
import type { UnadoptedKey } from "../../../storage/port/verification.ts"
import type { Context } from "../../context.ts"
import { keyResources } from "../keys/change-key.ts"
import { type Transacting, transact } from "../transact.ts"
import { keyHash, type PresentedKey } from "./key-hash.ts"

interface FindContext extends Transacting, Pick<Context<unknown>, "vault" | "mayVerify" | "operatorKeyHash"> {
  readonly input: PresentedKey & {
    readonly migrationId?: string | undefined
    readonly keyspaces?: readonly string[] | undefined
  }
}

/** Step 1 of a verification. Returns undefined for keys that the caller may not verify, and for other keyspaces. */
export async function findVerifiableKey(context: FindContext): Promise<VerifiableKey | undefined> {
  const { input, store, workspace, operatorKeyHash, now } = context
  const hash = keyHash(context)
  if (hash === operatorKeyHash) return undefined
  const known = await store.verification.find(workspace.id, hash, now)
  if (known !== undefined && isVerifiable(context, known.facts)) return known
  // Unknown and hidden keys take the same steps, so that the response time does not reveal hidden keys.
  if (input.hashes !== undefined) {
    if (await isImported(context, input.hashes)) throw new PlaintextNeeded()
    return undefined
  }
  const parts = splitPrefixedKey(input.key)
  if (parts === undefined) return undefined
  await adoptImported(context, parts, hash)
  const adopted = await store.verification.findUncached(workspace.id, hash, now)
  return adopted !== undefined && isVerifiable(context, adopted.key.facts) ? adopted.key : undefined
}

/** The key can be adopted, which stores the start of its text. */
export class PlaintextNeeded extends Error {
  override readonly name = "PlaintextNeeded"
}

async function isImported(context: FindContext, { whole, longToken }: PlaintextHashes): Promise<boolean> {
  if (longToken === undefined) return false
  return (await findImported(context, { whole, longToken })) !== undefined
}

type VerifyScope = Pick<FindContext, "mayVerify"> & { readonly input: Pick<FindContext["input"], "keyspaces"> }

export function isVerifiable(
  { input: { keyspaces }, mayVerify }: VerifyScope,
  { apiId }: { readonly apiId: string },
): boolean {
  if (keyspaces !== undefined && !keyspaces.includes(apiId)) return false
  return mayVerify(apiId)
}

type PrefixedKey = NonNullable<ReturnType<typeof splitPrefixedKey>>

/** Only the hash of the long part of a prefixed key is imported. The first verification stores the whole hash. */
async function adoptImported(context: FindContext, { longToken, start }: PrefixedKey, hash: string): Promise<void> {
  const { workspace, vault } = context
  const imported = await findImported(context, { whole: hash, longToken: vault.hash(longToken) })
  if (imported === undefined) return
  await transact(context, async (tx) => {
    const key = await tx.keys.findForUpdate(workspace.id, imported.id)
    // A concurrent request may have adopted or deleted the key, or another key may have this hash.
    if (key?.algorithm !== "prefixed_api_key") return
    if ((await tx.reserved.keyHashes(workspace.id, [hash])).size > 0) return
    const adopted = { ...key, hash, algorithm: "sha256", start } as const
    await tx.keys.update(key, adopted)
    const changes = changesBetween(keyInEvent(key), keyInEvent(adopted))
    if (changes) tx.record({ type: "key.updated", workspaceId: workspace.id, resources: keyResources(key), changes })
  })
}

async function findImported(context: FindContext, hashes: PrefixedHashes): Promise<UnadoptedKey | undefined> {
  const { input, workspace, store } = context
  const imported = await store.verification.findPrefixed(workspace.id, hashes)
  if (imported === undefined || !isVerifiable(context, imported)) return undefined
  return input.migrationId && imported.migrationId !== input.migrationId ? undefined : imported
}
