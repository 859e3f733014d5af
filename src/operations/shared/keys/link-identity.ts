import { identityInEvent } from "../../../core/event-content.ts"
import type { Identity, Plan } from "../../../core/model.ts"
import { created } from "../../../core/object-events.ts"
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
  if (unknown.length === 0) return identitiesByExternalId(existing)
  const defaultPlan = await findDefaultPlan(context)
  const created = unknown.map((externalId) => newIdentity(context, { ...plainIdentity, externalId, defaultPlan }))
  await tx.identities.insert(created)
  for (const identity of created) recordCreatedIdentity(tx, identity)
  return identitiesByExternalId([...existing, ...created])
}

function identitiesByExternalId(identities: readonly Identity[]): ReadonlyMap<string, Identity> {
  return new Map(identities.map((identity) => [identity.externalId, identity]))
}

type NewIdentity = Omit<Identity, "id" | "workspaceId" | "createdAt" | "updatedAt">

/** What an identity has that comes into being with its first key. */
const plainIdentity = {
  enabled: true,
  meta: {},
  permissions: [],
  ratelimits: [],
  plan: null,
  planChange: null,
} as const

async function findDefaultPlan({ tx, workspace }: LinkContext): Promise<Plan | null> {
  return (await tx.plans.findDefault(workspace.id)) ?? null
}

/** Creates an identity and records it. The caller must have checked that the externalId is free. */
export async function createIdentity(
  context: LinkContext,
  wanted: Omit<NewIdentity, "defaultPlan">,
): Promise<Identity> {
  const { tx } = context
  await requireIdentityQuota(context, 1)
  const identity = newIdentity(context, { ...wanted, defaultPlan: await findDefaultPlan(context) })
  await tx.identities.insert([identity])
  recordCreatedIdentity(tx, identity)
  return identity
}

function newIdentity({ workspace, mint, now }: LinkContext, wanted: NewIdentity): Identity {
  return { ...wanted, id: mint.id("id"), workspaceId: workspace.id, createdAt: now, updatedAt: null }
}

function recordCreatedIdentity(tx: Transaction, identity: Identity): void {
  tx.record({ ...created("identity", identity.id, identityInEvent(identity)), workspaceId: identity.workspaceId })
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
