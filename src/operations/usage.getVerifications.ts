import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import {
  apiFilter,
  codesFilter,
  creditFields,
  identitiesFilter,
  identityFilter,
  otherField,
  tagFilter,
  usageGroup,
  usageInput,
  usageOutput,
  usedIdentity,
} from "../contract/usage.ts"
import { codes, explainCodes } from "../contract/verdicts.ts"
import type { UsageCounts, UsageDimension, UsageGroup } from "../storage/port/usage.ts"
import { query } from "./operation.ts"
import { readUsage } from "./shared/usage/read-usage.ts"
import { usageRange } from "./shared/usage/usage-range.ts"
import { grantUsage, usageRight } from "./shared/usage/usage-rights.ts"
import { requireReadableWorkspace } from "./shared/workspaces/readable-workspace.ts"

const dimensions = ["api", "key", "identity", "code", "tag"] as const

const group = usageGroup({
  apiId: z.string().optional().describe("Id of the API. Present if you group by `api`."),
  keyId: z.string().optional().describe("Id of the key. Present if you group by `key`."),
  name: z.string().optional().describe("Name of the key, for people. Present if you group by `key` and it has one."),
  identity: usedIdentity.optional().describe("The customer. Present if you group by `identity`."),
  code: z
    .enum(codes)
    .optional()
    .describe(`What the verifications returned. Present if you group by \`code\`. ${explainCodes(codes)}`),
  tag: z.string().optional().describe("The tag. Present if you group by `tag`."),
  ...otherField,
  folded: z
    .literal(true)
    .optional()
    .describe("Present if this entry holds verifications whose tags were not counted separately."),
  ...creditFields,
}).meta({ id: "VerificationUsage" })

export const getVerifications = query({
  name: "usage.getVerifications",
  title: "Count verifications",
  summary: "Count verifications over time, by API, key, identity, code or tag.",
  callers: ["operator", "root_key"],
  needs: [],
  mayNeed: [usageRight],
  scope: "installation",
  requiredOfOperators: ["workspaceId"],
  input: z
    .strictObject({
      ...usageInput,
      apiId: apiFilter,
      keyIds: z.array(ref).min(1).max(100).optional().describe("Only verifications of these keys, even if deleted."),
      identity: identityFilter,
      identities: identitiesFilter,
      codes: codesFilter,
      tag: tagFilter,
      groupBy: z
        .array(z.enum(dimensions))
        .max(2)
        .refine((values) => new Set(values).size === values.length, { error: "must not repeat a value" })
        .default(["code"])
        .describe("What the groups differ in: up to two of `api`, `key`, `identity`, `code` and `tag`."),
    })
    .refine(({ identity, identities }) => identity === undefined || identities === undefined, {
      error: "must be absent beside `identity`",
      path: ["identities"],
    })
    .meta({ dependentSchemas: { identity: { properties: { identities: false } } } }),
  output: z.object({
    ...usageOutput,
    groups: z.array(group).describe("One entry for each group, largest first."),
    credits: z.int().describe("Credits spent, over all groups."),
    refusedByQuota: z
      .int()
      .optional()
      .describe(
        "Calls that a quota refused with 403. They do not count as verifications. Absent if the request has a filter.",
      ),
    coarse: z
      .literal(true)
      .optional()
      .describe("Present if some verifications are known only by the hour. `counts` does not include them."),
    tagsIncomplete: z
      .literal(true)
      .optional()
      .describe("Present if some tags of these verifications were not counted separately."),
  }),
  errors: ["data/workspace_not_found", "data/api_not_found", "data/key_not_found", "data/identity_not_found"],
  example: {
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    from: 1_767_225_600_000,
    to: 1_767_830_400_000,
    interval: "day",
    groupBy: ["code"],
  },
  async run(context) {
    const { input, store, caller, now } = context
    const { apiId, keyIds, identity, tag, groupBy, limit } = input
    const identities = identity === undefined ? input.identities : [identity]
    const workspaceId = await requireReadableWorkspace(store, caller, input.workspaceId)
    const identityIds = await grantUsage(context, workspaceId, { apiId, keyIds, identities })
    const range = usageRange(context, tag !== undefined || groupBy.includes("tag"))
    const filter = { type: "verifications", apiId, keyIds, identityIds, codes: input.codes, tag } as const
    const isFiltered = [apiId, keyIds, identities, input.codes, tag].some((value) => value !== undefined)
    const grouped = groupBy.map((dimension) => stored[dimension])
    const result = await readUsage(
      store,
      { ...range, workspaceId, filter, groupBy: grouped, limit, now },
      { name: "tag sets", fix: "Choose a shorter time, or filter by API, key or identity." },
    )
    const { total, credits } = totalsOf(result.overall)
    return {
      ...range,
      groups: result.groups.map(toWireGroup),
      total,
      credits,
      ...(isFiltered ? {} : { refusedByQuota: result.refusedByQuota }),
      ...(result.isCoarse && { coarse: true as const }),
      ...(result.hasFolded && { tagsIncomplete: true as const }),
    }
  },
})

const stored: Readonly<Record<(typeof dimensions)[number], UsageDimension>> = {
  api: "api",
  key: "key",
  identity: "identity",
  code: "outcome",
  tag: "label",
}

function toWireGroup({ outcome, label, isOther, isFolded, counts, creditCounts, ...objects }: UsageGroup) {
  return {
    ...objects,
    ...(outcome !== undefined && { code: codes.find((code) => code === outcome) }),
    ...(label !== undefined && { tag: label }),
    ...(isOther && { other: true as const }),
    ...(isFolded && { folded: true as const }),
    ...totalsOf({ counts, creditCounts }),
    counts,
    creditCounts,
  }
}

function totalsOf({ counts, creditCounts }: UsageCounts) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return { total: sum(counts), credits: sum(creditCounts) }
}
