import type { Identity, Workspace } from "../../core/model.ts"
import { presentIdentity } from "../../core/present.ts"
import type { Reads, Transaction } from "../../storage/store.ts"
import type { Mint } from "../operation.ts"
import { requireIdentityQuota } from "./quota.ts"

interface Making {
  readonly tx: Transaction
  readonly workspace: Workspace
  readonly mint: Mint
  readonly now: number
}

/** The identity a key is linked to by its `externalId`, made if it is unknown. */
export async function findOrCreateIdentity(making: Making, externalId: string): Promise<Identity> {
  const { tx, workspace } = making
  const existing = await tx.identities.findByExternalId(workspace.id, externalId)
  return existing ?? createIdentity(making, { externalId, meta: {}, ratelimits: [] })
}

type Wanted = Pick<Identity, "externalId" | "meta" | "ratelimits">

/** Makes an identity and records it; that the externalId is free is for the caller to have settled. */
export async function createIdentity({ tx, workspace, mint, now }: Making, wanted: Wanted): Promise<Identity> {
  await requireIdentityQuota(tx, workspace, 1)
  const identity: Identity = {
    ...wanted,
    id: mint.id("id"),
    workspaceId: workspace.id,
    createdAt: now,
    updatedAt: null,
  }
  await tx.identities.insert([identity])
  tx.record({
    type: "identity.created",
    workspaceId: workspace.id,
    resources: [{ type: "identity", id: identity.id }],
    changes: { before: null, after: presentIdentity(identity) },
  })
  return identity
}

/** By id first, then by externalId. */
export async function findIdentity(
  reads: Pick<Reads, "identities">,
  workspaceId: string,
  reference: string,
): Promise<Identity | undefined> {
  const byId = await reads.identities.find(workspaceId, reference)
  return byId ?? reads.identities.findByExternalId(workspaceId, reference)
}
