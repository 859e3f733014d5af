import { type RawBuilder, sql } from "kysely"
import { noTags } from "../../../core/tag-sets.ts"
import type { Usage } from "../../port/usage.ts"
import type { SqlDialect } from "../schema/dialect.ts"
import { addingLabels, identifierBound, tagBound } from "./adding-labels.ts"
import { addingTallies } from "./adding-tallies.ts"
import { creditsOutcome } from "./outcomes.ts"
import { createTallyGroups, type LabelledTally, type Tally } from "./tally-groups.ts"
import type { UsageName } from "./usage-names.ts"

export type CountedUsage = Pick<Usage, "verifications" | "unattributed" | "limits">

/** The ids that the counts name. */
export function namesIn({ verifications, unattributed, limits }: CountedUsage): readonly UsageName[] {
  const names = new Map<string, UsageName>()
  const name = (one: UsageName) => names.set(one.id, one)
  for (const { workspaceId, apiId, identityId, keyId } of verifications) {
    name({ workspaceId, id: workspaceId })
    name({ workspaceId, id: apiId })
    if (identityId !== null) name({ workspaceId, id: identityId })
    name({ workspaceId, id: keyId, parentId: apiId })
  }
  for (const { workspaceId } of unattributed) name({ workspaceId, id: workspaceId })
  for (const { workspaceId, namespaceId } of limits) name({ workspaceId, id: namespaceId })
  return [...names.values()]
}

/**
 * Builds the statements that add these counts, by key and in the totals of the API and the workspace. Totals come last,
 * because all nodes change the same few rows and must not hold their locks long.
 */
export function addingUsage(
  dialect: SqlDialect,
  { verifications, unattributed, limits }: CountedUsage,
  numberOf: (id: string) => number,
): readonly RawBuilder<unknown>[] {
  const byKey = createTallyGroups<Tally>()
  const totals = createTallyGroups<Tally>()
  const tags = createTallyGroups<LabelledTally>(({ label }) => label)
  const identifiers = createTallyGroups<LabelledTally>(({ label }) => label)
  for (const tally of verifications) {
    const { workspaceId, apiId, identityId, keyId, code, count, credits } = tally
    const identity = identityId === null ? 0 : numberOf(identityId)
    const scope = numberOf(apiId)
    // A commit of a reservation counts credits only.
    const counts = [
      ...(count > 0 ? [{ outcome: code, count }] : []),
      ...(credits > 0 ? [{ outcome: creditsOutcome, count: credits }] : []),
    ]
    for (const counted of counts) {
      const ofKey = { scope, key: numberOf(keyId), identity, ...counted }
      byKey.add(tally, ofKey)
      totals.add(tally, { scope, key: 0, identity: 0, ...counted })
      totals.add(tally, { scope: numberOf(workspaceId), key: 0, identity: 0, ...counted })
      if (tally.tags !== noTags) tags.add({ hour: tally.hour, minute: undefined }, { ...ofKey, label: tally.tags })
    }
  }
  for (const tally of unattributed) {
    totals.add(tally, { scope: numberOf(tally.workspaceId), key: 0, identity: 0, ...counted(tally) })
  }
  for (const tally of limits) {
    const ofNamespace = { scope: numberOf(tally.namespaceId), key: 0, identity: 0, ...counted(tally) }
    totals.add(tally, ofNamespace)
    identifiers.add({ hour: tally.hour, minute: undefined }, { ...ofNamespace, label: tally.identifier })
  }
  return [
    ...byKey.all().map((group) => addingTallies(dialect, group)),
    ...tags.all().flatMap((group) => addingLabels(dialect, tagBound, group)),
    ...identifiers.all().flatMap((group) => addingLabels(dialect, identifierBound, group)),
    ...totals.all().map((group) => addingTallies(dialect, group)),
  ]
}

function counted({ outcome, count }: Pick<Tally, "outcome" | "count">) {
  return { outcome, count }
}

/** A key that an identity had when it was used. */
export interface OwnedKey {
  readonly identityId: string
  readonly apiId: string
  readonly keyId: string
}

/** Finds the tallies of an identity. */
export function addingOwners(
  dialect: SqlDialect,
  owned: readonly OwnedKey[],
  numberOf: (id: string) => number,
): RawBuilder<unknown> {
  const rows = owned.map(({ identityId, apiId, keyId }) => ({
    i: numberOf(identityId),
    s: numberOf(apiId),
    k: numberOf(keyId),
  }))
  const given = dialect.jsonRows(JSON.stringify(rows), { i: "integer", s: "integer", k: "integer" })
  return sql`insert into usage_owners (identity_number, scope_number, key_number)
    select r.i, r.s, r.k from ${given} as r where true order by r.i, r.s, r.k on conflict do nothing`
}
