import { changesBetween } from "../../core/changes.ts"
import { splitPrefixedKey } from "../../core/key-material.ts"
import type { Workspace } from "../../core/model.ts"
import { presentKey } from "../../core/present.ts"
import type { Subject } from "../../core/verify.ts"
import type { Vault } from "../../secrets/vault.ts"
import type { Awaitable, Store, Transaction, VerificationRecord } from "../../storage/store.ts"
import { keyResources } from "./change-key.ts"

interface Finding {
  readonly input: { readonly key: string; readonly migrationId?: string | undefined }
  readonly workspace: Workspace
  readonly store: Store
  readonly vault: Vault
  holds(permission: string): boolean
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Step 1 of a verification. A key that the caller may not verify is as unknown as one that does not exist. */
export function findSubject(finding: Finding): Awaitable<Subject | undefined> {
  const hash = finding.vault.hash(finding.input.key)
  const known = finding.store.verification.find(hash)
  if (known === undefined || known instanceof Promise) return lookFor(finding, known, hash)
  return isVerifiable(finding, known.subject) ? known.subject : undefined
}

async function lookFor(
  finding: Finding,
  looking: Promise<VerificationRecord | undefined> | undefined,
  hash: string,
): Promise<Subject | undefined> {
  const known = await looking
  const mayBeThere = known === undefined && (await adoptImported(finding, hash))
  const record = mayBeThere ? await finding.store.verification.find(hash) : known
  return record !== undefined && isVerifiable(finding, record.subject) ? record.subject : undefined
}

function isVerifiable({ workspace, holds }: Finding, key: { workspaceId: string; apiId: string }): boolean {
  return key.workspaceId === workspace.id && holds(`api.${key.apiId}.verify_key`)
}

/**
 * An imported key of the form prefix_short_long is known by its long part until it is seen whole for the first time.
 * Tells whether it pays to look for the whole again.
 */
async function adoptImported(finding: Finding, hash: string): Promise<boolean> {
  const { input, workspace, store, vault, transact } = finding
  const parts = splitPrefixedKey(input.key)
  if (parts === undefined) return false
  const imported = await store.credentials.findPrefixed(vault.hash(parts.longToken))
  // Somebody else may have adopted it between the two looks.
  if (imported === undefined) return true
  if (imported.type !== "api_key" || !isVerifiable(finding, imported.key)) return false
  if (input.migrationId && imported.key.migrationId !== input.migrationId) return false
  return transact(async (tx) => {
    const key = await tx.keys.findForUpdate(workspace.id, imported.key.id)
    // Somebody else adopted or deleted it meanwhile, or a deleted key holds on to the hash: look again.
    if (key?.algorithm !== "prefixed_api_key" || (await tx.keys.listTakenHashes([hash])).size > 0) return true
    const adopted = { ...key, hash, algorithm: "sha256", start: parts.start } as const
    await tx.keys.update(key, adopted)
    const changes = changesBetween(presentKey(key), presentKey(adopted))
    if (changes) tx.record({ type: "key.updated", workspaceId: workspace.id, resources: keyResources(key), changes })
    return true
  })
}
