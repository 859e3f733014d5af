import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { identity } from "../contract/identity.ts"
import { checkSorted, countedAtMost, countInput, isDescending, listOrder, matchesOf } from "../contract/list-order.ts"
import { type Matches, searchInput } from "../contract/pagination.ts"
import { ref } from "../contract/primitives.ts"
import type { Identity } from "../core/model.ts"
import { toWireIdentity } from "../core/wire-identity.ts"
import type { PageQuery } from "../storage/port/collection.ts"
import type { IdentityMatch } from "../storage/port/identities.ts"
import type { ContextWith } from "./context.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"
import { requirePlan } from "./shared/plans/require-plan.ts"
import { gatherSorted, placeIn, requireIdPosition } from "./shared/sorted-page.ts"
import { listCurrent } from "./shared/verify/give-back.ts"

export const listIdentities = pagedQuery({
  name: "identities.listIdentities",
  title: "List identities",
  summary: "List the identities of the workspace.",
  needs: ["identity.*.read_identity"],
  also: [{ method: "GET", path: "/v1/identities.listIdentities" }],
  input: checkSorted(
    z.strictObject({
      ...searchInput("Only identities whose id or external id contains this text."),
      plan: ref
        .optional()
        .describe("Only identities that have this plan, by its id or name, as their own or as the default plan."),
      enabled: z.boolean().optional().describe("Only enabled identities, or only disabled ones."),
      countKeys: z.boolean().optional().describe("Whether to return the number of keys of each identity, in `keys`."),
      sort: z
        .enum(["created", "name", "keys"])
        .default("created")
        .describe(
          "What the list is sorted by. `name` is the external id: it ignores the case of A to Z and compares 64 characters. `keys` is the number of keys, exact below 1,000, and needs a filter with at most 10,000 matches.",
        ),
      order: listOrder,
      count: countInput,
    }),
  ),
  output: z.array(identity),
  errors: ["data/plan_not_found", "application/precondition_failed"],
  example: { limit: 10 },
  async run(context) {
    const { input, workspace, store, after, now } = context
    const plan = input.plan === undefined ? undefined : await requirePlan(store, workspace.id, input.plan)
    const present = ({ identity, keys }: CountedIdentity) => ({
      ...toWireIdentity(identity, now),
      ...(keys !== undefined && { keys }),
    })
    const match = {
      search: input.search,
      enabled: input.enabled,
      plan: plan && { id: plan.id, isDefault: plan.isDefault, now },
    }
    const counted = async (identities: readonly Identity[]): Promise<readonly CountedIdentity[]> => {
      const ids = identities.map(({ id }) => id)
      const counts = input.countKeys ? await store.keys.countOfIdentities(workspace.id, ids) : undefined
      return identities.map((identity) => ({ id: identity.id, identity, keys: counts?.get(identity.id) }))
    }
    const matches = await countMatches(context, match)
    const { sort } = input
    if (sort === "created") {
      const list = (page: PageQuery) =>
        store.identities.list(workspace.id, { ...page, ...match, isDescending: isDescending(input) })
      const position = requireIdPosition(after)
      const page = await pageById({ input, after: position }, present, async (query) =>
        counted(await listCurrent(context, () => list(query))),
      )
      return { ...page, matches: input.count ? matches : undefined }
    }
    const query = { sort, isDescending: isDescending(input), after: placeIn(after, sort), limit: input.limit + 1 }
    const { shown, next } = await gatherSorted({
      ...{ limit: input.limit, after, sort },
      places: await store.identities.listSorted(workspace.id, match, query),
      load: async (ids) => counted(await listCurrent(context, () => store.identities.listByIds(workspace.id, ids))),
      present,
    })
    return { objects: shown.map(({ json }) => json), next, matches: input.count ? matches : undefined }
  },
})

interface Counting extends ContextWith<"store" | "workspace"> {
  readonly input: { readonly sort: string; readonly count: boolean }
}

/** Counts if the request asks for it, or if the order allows only so many. */
async function countMatches({ store, workspace, input }: Counting, match: IdentityMatch): Promise<Matches | undefined> {
  if (!input.count && input.sort !== "keys") return undefined
  const matches = matchesOf({ count: await store.identities.countMatching(workspace.id, match, countedAtMost) })
  if (input.sort !== "keys" || !matches.totalIsAtLeast) return matches
  throw fault("application/precondition_failed", {
    detail:
      "More than 10,000 identities match, too many to sort by `keys`. Narrow the filter, or sort by `created` or `name`.",
  })
}

interface CountedIdentity {
  readonly id: string
  readonly identity: Identity
  /** Absent unless they were counted. */
  readonly keys: number | undefined
}
