import { z } from "zod"
import { identity } from "../contract/identity.ts"
import { isDescending, listOrder } from "../contract/list-order.ts"
import { searchInput } from "../contract/pagination.ts"
import { ref } from "../contract/primitives.ts"
import type { Identity } from "../core/model.ts"
import { toWireIdentity } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"
import { requirePlan } from "./shared/plans/require-plan.ts"
import { listCurrent } from "./shared/verify/give-back.ts"

export const listIdentities = pagedQuery({
  name: "identities.listIdentities",
  title: "List identities",
  summary: "List the identities of the workspace.",
  needs: ["identity.*.read_identity"],
  also: [{ method: "GET", path: "/v1/identities.listIdentities" }],
  input: z.strictObject({
    ...searchInput("Only identities whose id or external id contains this text."),
    plan: ref
      .optional()
      .describe("Only identities that have this plan, by its id or name, as their own or as the default plan."),
    enabled: z.boolean().optional().describe("Only enabled identities, or only disabled ones."),
    countKeys: z.boolean().optional().describe("Whether to return the number of keys of each identity, in `keys`."),
    order: listOrder,
  }),
  output: z.array(identity),
  errors: ["data/plan_not_found"],
  example: { limit: 10 },
  async run(context) {
    const { input, workspace, store, after, now } = context
    const plan = input.plan === undefined ? undefined : await requirePlan(store, workspace.id, input.plan)
    const present = ({ identity, keys }: CountedIdentity) => ({
      ...toWireIdentity(identity, now),
      ...(keys !== undefined && { keys }),
    })
    const filter = {
      search: input.search,
      enabled: input.enabled,
      plan: plan && { id: plan.id, isDefault: plan.isDefault, now },
      isDescending: isDescending(input),
    }
    return pageById({ input, after }, present, async (page) => {
      const identities = await listCurrent(context, () => store.identities.list(workspace.id, { ...page, ...filter }))
      const ids = identities.map(({ id }) => id)
      const counts = input.countKeys ? await store.keys.countOfIdentities(workspace.id, ids) : undefined
      return identities.map((identity) => ({ id: identity.id, identity, keys: counts?.get(identity.id) }))
    })
  },
})

interface CountedIdentity {
  readonly id: string
  readonly identity: Identity
  /** Absent unless they were counted. */
  readonly keys: number | undefined
}
