import type { BillingPatch } from "../../../core/change-identity-balance.ts"
import { identityInEvent } from "../../../core/event-content.ts"
import type { Identity, Plan } from "../../../core/model.ts"
import type { Reads, Transaction } from "../../../storage/port/store.ts"
import type { Mint, MutationWith } from "../../context.ts"
import { requireIdentityQuota } from "../workspaces/quota.ts"
import { withBilling } from "./identity-billing.ts"
import { identityResources } from "./identity-resources.ts"

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

interface NewIdentity
  extends Omit<Identity, "id" | "workspaceId" | "createdAt" | "updatedAt" | "billingDay" | "quota" | "balance"> {
  readonly billing?: BillingPatch
}

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

function newIdentity({ workspace, mint, now }: LinkContext, { billing = {}, ...wanted }: NewIdentity): Identity {
  const about = { id: mint.id("id"), workspaceId: workspace.id, createdAt: now, updatedAt: null }
  return withBilling({ ...wanted, ...about, billingDay: 1, quota: null, balance: null }, billing, now)
}

function recordCreatedIdentity(tx: Transaction, identity: Identity): void {
  const { workspaceId, createdAt, balance } = identity
  const resources = identityResources(identity, balance !== null)
  const changes = { before: null, after: identityInEvent(identity, createdAt) }
  tx.record({ type: "identity.created", workspaceId, resources, changes })
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
