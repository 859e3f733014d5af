import { dayMs, hourMs } from "../../core/durations.ts"
import { dayOf, hourOf } from "../../core/usage-period.ts"
import { noUsage, type UsageDimension, type UsageFilter, type UsageStore } from "../port/usage.ts"
import type { Family } from "./family.ts"
import { newTally } from "./new-tally.ts"

const now = Date.UTC(2026, 10, 15, 12, 30)
/** Hours, days and months. */
const from = dayOf(now) - 70 * dayMs

/** Calls that lead to every statement of usage, by name. Each function of the store is called. */
export function usageWork(usage: UsageStore, { workspace, api, key, identity, rootKey, namespace }: Family) {
  const own = { workspaceId: workspace.id, apiId: api.id, keyId: key.id, identityId: identity.id }
  const namespaceId = namespace.id
  const add = (hour: number) => {
    const time = { hour, minute: 1 }
    const verifications = ["[]", '["a"]', '["b"]'].map((tags) => newTally({ ...own, ...time, tags, credits: 3 }))
    const limit = { workspaceId: workspace.id, namespaceId, identifier: "user_1", count: 1, ...time }
    return usage.add({
      ...noUsage,
      ...{ keys: new Map([[key.id, hour]]), previousSecrets: new Map([[key.id, hour]]) },
      rootKeys: new Map([[rootKey.id, hour]]),
      verifications,
      unattributed: [{ workspaceId: workspace.id, outcome: "QUOTA", count: 1, ...time }],
      limits: (["PASSED", "DENIED"] as const).map((outcome) => ({ ...limit, outcome })),
      months: [{ workspaceId: workspace.id, month: "2026-11", count: 1 }],
    })
  }
  const read = (filter: UsageFilter, groupBy: readonly UsageDimension[], interval: "minute" | "day" = "day") => {
    const range = interval === "minute" ? { from: hourOf(now), to: hourOf(now) + hourMs } : { from, to: now }
    return usage.read({
      ...{ workspaceId: workspace.id, times: [range.from], interval, ...range },
      ...{ filter, groupBy, limit: 1, now },
    })
  }
  const list = (dimension: "api" | "key" | "identity" | "label", filter: object = {}) => {
    const bounds = { range: { from, to: now }, previous: { from: from - dayMs, to: from } }
    return usage.list({
      ...{ workspaceId: workspace.id, ...bounds, filter: { type: "verifications", ...filter }, dimension },
      ...{ sort: "credits", isDescending: true, after: undefined, limit: 10, now },
    })
  }
  const narrow = { apiIds: [api.id], keyIds: [key.id], identityIds: [identity.id], codes: ["VALID"], tag: "a" }
  const narrowed = Object.entries(narrow).map(([name, value]) => ({ [name]: value }))
  const groupings: readonly (readonly UsageDimension[])[] = [
    ...[[], ["api"], ["key"], ["identity"], ["outcome"], ["label"]],
    ...[
      ["key", "label"],
      ["api", "outcome"],
    ],
  ] as const
  /** One after another, because a read that waits too long for others is refused. */
  const each = async <Value>(values: readonly Value[], run: (value: Value) => Promise<unknown>) => {
    for (const value of values) await run(value)
  }
  return {
    add: async () => {
      for (const hour of [now, now - 26 * hourMs, now - 40 * dayMs]) await add(hourOf(hour))
    },
    verificationsIn: () => usage.verificationsIn(workspace.id, "2026-11"),
    admitVerification: () => usage.admitVerification(workspace.id, "2026-11", 10),
    read: () =>
      each([{}, ...narrowed, narrow], async (filter) => {
        const asked = { type: "verifications", ...filter } as const
        await each(groupings, (groupBy) => read(asked, groupBy))
        await each([[], ["key"]] as const, (groupBy) => read(asked, groupBy, "minute"))
      }),
    "read of limits": () =>
      each([{}, { namespaceId }, { namespaceId, identifier: "user_1" }], (filter) =>
        each([[], ["label"]] as const, (groupBy) => read({ type: "limits", ...filter }, groupBy)),
      ),
    list: () =>
      each(["api", "key", "identity", "label"] as const, (dimension) =>
        each([{}, ...narrowed], (filter) => list(dimension, filter)),
      ),
    hasApi: () => usage.hasApi(workspace.id, api.id),
    findApisOfKeys: () => usage.findApisOfKeys(workspace.id, [key.id]),
    findIdentities: () => usage.findIdentities(workspace.id, [identity.id, identity.externalId]),
    findNames: () => usage.findNames(Object.values(own)),
    findNamespace: () => usage.findNamespace(workspace.id, namespaceId),
    rollUp: () => usage.rollUp(now),
    "read of what is rolled up": () => read({ type: "verifications" }, ["key"]),
    deleteOld: () => usage.deleteOld(now, 10),
  }
}
