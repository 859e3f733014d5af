import { z } from "zod"
import { inheritedPermissionsAtMost } from "../../contract/permission.ts"
import { externalId, meta, millis } from "../../contract/primitives.ts"
import { identityInEvent } from "../../core/event-content.ts"
import type { Identity } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { identityResources } from "../../operations/shared/keys/identity-resources.ts"
import { ascendingBySlug } from "../../operations/shared/permissions/resolve-permissions.ts"
import type { CreditReference } from "../../storage/port/identities.ts"
import { idSchema, ratelimits, times } from "../line-fields.ts"
import { mustGet } from "../references.ts"
import { uniqueName } from "./conflicts.ts"
import {
  balance,
  billingDay,
  billingFields,
  billingOf,
  quota,
  references,
  withoutSpends,
  withPayments,
} from "./identity-billing.ts"
import { built, type Kind, readPages, standalone } from "./kind.ts"
import { ascendingByName, withoutIds } from "./ratelimits.ts"

const schema = z.strictObject({
  kind: z.literal("identity"),
  id: idSchema("id"),
  externalId,
  enabled: z.boolean(),
  meta,
  permissions: z.array(idSchema("perm")).max(inheritedPermissionsAtMost),
  ratelimits,
  plan: idSchema("plan").optional(),
  planChange: z.strictObject({ plan: idSchema("plan").optional(), at: millis }).optional(),
  billingDay: billingDay.optional(),
  quota: quota.optional(),
  balance: balance.optional(),
  references: references.optional(),
  ...times,
})

type Line = z.infer<typeof schema>

/** References are read for exports only. */
interface ExportedIdentity extends Identity {
  readonly references?: readonly CreditReference[]
}

export const identityKind: Kind<Line, ExportedIdentity> = {
  ...standalone,
  name: "identity",
  nouns: ["identity", "identities"],
  schema,
  async *read(reads, workspaceId) {
    for await (const identities of readPages((page) => reads.identities.list(workspaceId, page))) {
      yield await withPayments(reads, identities)
    }
  },
  lineOf(model) {
    const { workspaceId: _workspaceId, defaultPlan: _default, ...identity } = model
    const { permissions, ratelimits, plan, planChange, billingDay, quota, balance, references = [], ...own } = identity
    return {
      kind: "identity",
      ...withoutNulls(own),
      permissions: permissions.map(({ id }) => id),
      ratelimits: [...ratelimits],
      ...(plan !== null && { plan: plan.id }),
      ...(planChange !== null && {
        planChange: { ...(planChange.plan !== null && { plan: planChange.plan.id }), at: planChange.at },
      }),
      ...billingFields({ billingDay, quota, balance, references }),
    }
  },
  adapt: (entry, { idOf, referenceTo }) => ({
    ...entry,
    id: idOf(entry.id),
    permissions: entry.permissions.map(referenceTo),
    ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
    ...(entry.plan !== undefined && { plan: referenceTo(entry.plan) }),
    ...(entry.planChange?.plan !== undefined && {
      planChange: { ...entry.planChange, plan: referenceTo(entry.planChange.plan) },
    }),
  }),
  references: ({ permissions, plan, planChange }) => ({
    permissions,
    plans: [plan, planChange?.plan].filter((id) => id !== undefined),
  }),
  partIds: ({ ratelimits }) => ratelimits.map(({ id }) => id),
  listExisting: ({ reads, workspaceId }, ids) => reads.identities.listByIds(workspaceId, ids),
  ...uniqueName({
    noun: "identity",
    nameOf: ({ externalId }: Pick<Identity, "externalId">) => externalId,
    listHolders: ({ reads, workspaceId }, names) => reads.identities.listByExternalIds(workspaceId, names),
    explain: (name) => `has the externalId ${JSON.stringify(name)} already`,
  }),
  comparable: ({ balance, references: _references, ...entry }) => ({
    ...entry,
    ...withoutSpends(balance),
    permissions: entry.permissions.toSorted(),
    ratelimits: ascendingByName(entry.ratelimits),
  }),
  content: ({ externalId, enabled, meta, permissions, ratelimits, plan, planChange, billingDay, quota, balance }) => ({
    externalId,
    enabled,
    meta,
    billingDay,
    quota,
    ...withoutSpends(balance),
    permissions: permissions.toSorted(),
    ratelimits: withoutIds(ratelimits),
    plan,
    planChange,
  }),
  build({ entry: { kind: _kind, ...entry }, referenced, session: { workspaceId } }) {
    const { plan, planChange } = entry
    const planOf = (id: string | undefined) => (id === undefined ? null : mustGet(referenced.plans, id))
    return built({
      ...withNulls(entry, "updatedAt"),
      ...billingOf(entry),
      workspaceId,
      permissions: ascendingBySlug(entry.permissions.map((id) => mustGet(referenced.permissions, id))),
      ratelimits: ascendingByName(entry.ratelimits),
      plan: planOf(plan),
      planChange: planChange === undefined ? null : { plan: planOf(planChange.plan), at: planChange.at },
      defaultPlan: null,
    })
  },
  async insert(tx, _workspaceId, identities) {
    await tx.identities.insert(identities)
    await tx.identities.addReferences(identities.flatMap(({ references }) => references ?? []))
  },
  eventOf: (identity) => ({
    type: "identity.created",
    resources: identityResources(identity, identity.balance !== null),
    changes: { before: null, after: identityInEvent(identity, identity.createdAt) },
  }),
  // A dry run only needs to know that the identity exists, so large fields are dropped to save memory.
  remember: ({ identities }, identity) =>
    identities.set(identity.id, { ...identity, meta: {}, permissions: [], ratelimits: [], balance: null }),
}
