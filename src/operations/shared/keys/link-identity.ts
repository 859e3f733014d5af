import type { Identity } from "../../../core/model.ts"
import { created } from "../../../core/object-events.ts"
import { toWireIdentity } from "../../../core/wire.ts"
import type { Reads, Transaction } from "../../../storage/port/store.ts"
import type { Mint, MutationWith } from "../../context.ts"
import { requireIdentityQuota } from "../workspaces/quota.ts"

interface LinkContext extends MutationWith<"tx" | "workspace" | "now"> {
  readonly mint: Pick<Mint, "id">
}

/** Finds an identity by `externalId`, or creates it. */
export async function findOrCreateIdentity(context: LinkContext, externalId: string): Promise<Identity> {
  const { tx, workspace } = context
  const existing = await tx.identities.findByExternalId(workspace.id, externalId)
  return existing ?? createIdentity(context, { ...plainIdentity, externalId })
}

/** Finds or creates many identities at once. */
export async function findOrCreateIdentities(
  context: LinkContext,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, Identity>> {
  if (externalIds.length === 0) return new Map()
  const { tx, workspace } = context
  const wanted = [...new Set(externalIds)]
  const existing = await tx.identities.listByExternalIds(workspace.id, wanted)
  const known = new Set(existing.map(({ externalId }) => externalId))
  const unknown = wanted.filter((externalId) => !known.has(externalId))
  await requireIdentityQuota(context, unknown.length)
  const created = unknown.map((externalId) => newIdentity(context, { ...plainIdentity, externalId }))
  await tx.identities.insert(created)
  for (const identity of created) recordCreatedIdentity(tx, identity)
  return new Map([...existing, ...created].map((identity) => [identity.externalId, identity]))
}

type NewIdentity = Pick<Identity, "externalId" | "enabled" | "meta" | "permissions" | "ratelimits">

/** What an identity has that comes into being with its first key. */
const plainIdentity = { enabled: true, meta: {}, permissions: [], ratelimits: [] } as const

/** Creates an identity and records it. The caller must have checked that the externalId is free. */
export async function createIdentity(context: LinkContext, wanted: NewIdentity): Promise<Identity> {
  const { tx } = context
  await requireIdentityQuota(context, 1)
  const identity = newIdentity(context, wanted)
  await tx.identities.insert([identity])
  recordCreatedIdentity(tx, identity)
  return identity
}

function newIdentity({ workspace, mint, now }: LinkContext, wanted: NewIdentity): Identity {
  return { ...wanted, id: mint.id("id"), workspaceId: workspace.id, createdAt: now, updatedAt: null }
}

function recordCreatedIdentity(tx: Transaction, identity: Identity): void {
  tx.record({ ...created("identity", identity.id, toWireIdentity(identity)), workspaceId: identity.workspaceId })
}

/** Finds an identity by id first, then by externalId. */
export async function findIdentity(
  reads: Pick<Reads, "identities">,
  workspaceId: string,
  reference: string,
): Promise<Identity | undefined> {
  const byId = await reads.identities.find(workspaceId, reference)
  return byId ?? reads.identities.findByExternalId(workspaceId, reference)
}
