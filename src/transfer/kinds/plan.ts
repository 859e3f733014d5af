import { z } from "zod"
import { inheritedPermissionsAtMost } from "../../contract/permission.ts"
import { maxKeysOfPlan } from "../../contract/plan.ts"
import { description, planMeta, planName } from "../../contract/primitives.ts"
import { quotaInput } from "../../contract/quota.ts"
import type { Plan } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { toWirePlan } from "../../core/wire-identity.ts"
import { ascendingBySlug } from "../../operations/shared/permissions/resolve-permissions.ts"
import type { ImportTarget } from "../import-target.ts"
import { idSchema, ratelimits, times } from "../line-fields.ts"
import { mustGet } from "../references.ts"
import { uniqueName } from "./conflicts.ts"
import { built, type Conflict, type Conflicts, insertEach, type Kind, readPages, standalone } from "./kind.ts"
import { ascendingByName, withoutIds } from "./ratelimits.ts"

const schema = z.strictObject({
  kind: z.literal("plan"),
  id: idSchema("plan"),
  name: planName,
  description: description.optional(),
  meta: planMeta,
  permissions: z.array(idSchema("perm")).max(inheritedPermissionsAtMost),
  ratelimits,
  maxKeys: maxKeysOfPlan.optional(),
  quota: quotaInput.optional(),
  default: z.boolean(),
  ...times,
})

type Line = z.infer<typeof schema>

const names = uniqueName({
  noun: "plan",
  nameOf: ({ name }: Pick<Plan, "name">) => name,
  listHolders: ({ reads, workspaceId }, plans): Promise<readonly Plan[]> => reads.plans.listNamed(workspaceId, plans),
  explain: (name) => `already has the name ${JSON.stringify(name)}`,
})

export const planKind: Kind<Line, Plan> = {
  ...standalone,
  name: "plan",
  nouns: ["plan", "plans"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.plans.list(workspaceId, page)),
  lineOf: ({ workspaceId: _workspaceId, isDefault, permissions, ratelimits, ...plan }) => ({
    kind: "plan",
    ...withoutNulls(plan),
    permissions: permissions.map(({ id }) => id),
    ratelimits: [...ratelimits],
    default: isDefault,
  }),
  adapt: (entry, { idOf, referenceTo }) => ({
    ...entry,
    id: idOf(entry.id),
    permissions: entry.permissions.map(referenceTo),
    ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
  }),
  references: ({ permissions }) => ({ permissions }),
  partIds: ({ ratelimits }) => ratelimits.map(({ id }) => id),
  listExisting: ({ reads, workspaceId }, ids) => reads.plans.listNamed(workspaceId, ids),
  claims: (entry) => [...names.claims(entry), ...(entry.default ? ["default plan"] : [])],
  async listConflicts(target, entries) {
    return new Map([...(await defaultConflicts(target, entries)), ...(await names.listConflicts(target, entries))])
  },
  comparable: (entry) => ({
    ...entry,
    permissions: entry.permissions.toSorted(),
    ratelimits: ascendingByName(entry.ratelimits),
  }),
  content: ({ name, description, meta, permissions, ratelimits, maxKeys, quota, default: isDefault }) => ({
    name,
    description,
    meta,
    permissions: permissions.toSorted(),
    ratelimits: withoutIds(ratelimits),
    maxKeys,
    quota,
    default: isDefault,
  }),
  build: ({ entry: { kind: _kind, default: isDefault, ...entry }, referenced, session: { workspaceId } }) =>
    built({
      ...withNulls(entry, "description", "maxKeys", "quota", "updatedAt"),
      workspaceId,
      isDefault,
      permissions: ascendingBySlug(entry.permissions.map((id) => mustGet(referenced.permissions, id))),
      ratelimits: ascendingByName(entry.ratelimits),
    }),
  insert: insertEach((tx, plan) => tx.plans.insert(plan)),
  eventOf: (plan) => created("plan", plan.id, toWirePlan(plan)),
  remember: ({ plans }, plan) => plans.set(plan.id, plan),
}

/** A workspace has one default plan at most, and it keeps its own. */
async function defaultConflicts(
  { reads, workspaceId }: ImportTarget,
  entries: readonly Line[],
): Promise<Conflicts<Plan>> {
  const isDefault = (entry: Line) => entry.default
  if (!entries.some(isDefault)) return new Map()
  const existing = await reads.plans.findDefault(workspaceId)
  if (existing === undefined) return new Map()
  const conflict: Conflict<Plan> = { reason: `${existing.id} is already the default plan` }
  return new Map(entries.filter(isDefault).map(({ id }) => [id, conflict]))
}
