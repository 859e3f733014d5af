import { z } from "zod"
import { ownKeyRef } from "../contract/portal-view.ts"
import { codesFilter, creditFields, otherField, usageGroup, usageInput, usageOutput } from "../contract/usage.ts"
import { codes, explainCodes } from "../contract/verdicts.ts"
import type { KeyDetails } from "../core/model.ts"
import type { UsageGroup } from "../storage/port/usage.ts"
import { query } from "./operation.ts"
import { ownKey, ownKeysAmong } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"
import { readUsage } from "./shared/usage/read-usage.ts"
import { usageRange } from "./shared/usage/usage-range.ts"

const { from, to, interval, limit } = usageInput

const group = usageGroup({
  keyId: z.string().optional().describe("Id of the key. Present if you group by `key`."),
  name: z.string().optional().describe("Name of the key. Present if you group by `key` and it has one."),
  code: z
    .enum(codes)
    .optional()
    .describe(`What the verifications returned. Present if you group by \`code\`. ${explainCodes(codes)}`),
  ...otherField,
  ...creditFields,
}).meta({ id: "PortalUsage" })

export const getUsage = query({
  name: "portal.getUsage",
  title: "Count verifications as a customer",
  summary: "Count verifications of the keys of the customer in the portal over time, by key or code.",
  callers: ["portal"],
  isOfPortal: true,
  needs: ["action.{apiId}.usage"],
  input: z.strictObject({
    from,
    to,
    interval,
    limit,
    keyId: ownKeyRef.optional().describe("Only verifications of this key."),
    codes: codesFilter,
    groupBy: z
      .array(z.enum(["key", "code"]))
      .max(2)
      .refine((values) => new Set(values).size === values.length, { error: "must not repeat a value" })
      .default(["code"])
      .describe("What the groups differ in: `key`, `code` or both."),
  }),
  output: z.object({
    ...usageOutput,
    groups: z
      .array(group)
      .describe("One entry for each group, largest first. Keys of the past are in one with `other`."),
    credits: z.int().describe("Credits spent, over all groups."),
  }),
  errors: ["data/key_not_found"],
  example: { from: 1_767_225_600_000, to: 1_767_830_400_000, interval: "day", groupBy: ["key"] },
  async run(context) {
    const { input, store, workspace, now, grant } = context
    const caller = portalCallerOf(context.caller)
    const { apiIds, identity } = caller
    grant({ apiId: apiIds })
    const keyIds = input.keyId === undefined ? undefined : [(await ownKey(store, caller, input.keyId)).id]
    const range = usageRange(context, false)
    const filter = { type: "verifications", apiIds, identityIds: [identity.id], keyIds, codes: input.codes } as const
    const groupBy = input.groupBy.map((dimension) => (dimension === "code" ? ("outcome" as const) : dimension))
    const { groups, overall } = await readUsage(
      store,
      { ...range, workspaceId: workspace.id, filter, groupBy, limit: input.limit, now },
      { name: "keys", fix: "Choose a shorter time." },
    )
    const own = await ownKeysAmong(
      store,
      caller,
      groups.flatMap(({ keyId }) => keyId ?? []),
    )
    const total = sum(overall.counts)
    return { ...range, groups: shownGroups(groups, own), total, credits: sum(overall.creditCounts) }
  },
})

type Shown = Pick<UsageGroup, "outcome" | "counts" | "creditCounts" | "isOther">

/** A key that was deleted, or that has another owner now, does not exist here: what it used is kept without its name. */
function shownGroups(groups: readonly UsageGroup[], own: ReadonlyMap<string, KeyDetails>) {
  const named = groups.filter(({ keyId, isOther }) => !isOther && (keyId === undefined || own.has(keyId)))
  const others = groups.filter((one) => !named.includes(one))
  return [
    ...named.map((one) => {
      const name = one.keyId === undefined ? null : (own.get(one.keyId)?.name ?? null)
      return { ...(one.keyId !== undefined && { keyId: one.keyId }), ...(name !== null && { name }), ...toWire(one) }
    }),
    ...(others.length === 0
      ? []
      : [{ ...toWire(others.reduce<Shown>(added, { counts: [], creditCounts: [] })), other: true as const }]),
  ]
}

function toWire({ outcome, counts, creditCounts }: Shown) {
  const code = codes.find((one) => one === outcome)
  return {
    ...(code !== undefined && { code }),
    total: sum(counts),
    counts: [...counts],
    credits: sum(creditCounts),
    creditCounts: [...creditCounts],
  }
}

/** What several groups have together. They may differ in their codes, so it has none. */
function added(one: Shown, other: Shown): Shown {
  const plus = (some: readonly number[], more: readonly number[]) =>
    more.map((count, index) => count + (some[index] ?? 0))
  return { counts: plus(one.counts, other.counts), creditCounts: plus(one.creditCounts, other.creditCounts) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
