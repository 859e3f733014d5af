import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { plan } from "../contract/plan.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"
import { planPresenter } from "./shared/plans/show-plan.ts"

export const listPlans = pagedQuery({
  name: "plans.listPlans",
  title: "List plans",
  summary: "List the plans of the workspace, and how many customers have each.",
  needs: ["plan.*.read_plan"],
  input: z.strictObject(searchInput("Only plans whose id, name or description contains this text.")),
  output: z.array(plan),
  errors: [],
  example: { limit: 20 },
  async run(context) {
    const { input, workspace, store, after } = context
    const present = await planPresenter(context)
    return pageById({ input, after }, present, (page) =>
      store.plans.list(workspace.id, { ...page, search: input.search }),
    )
  },
})
