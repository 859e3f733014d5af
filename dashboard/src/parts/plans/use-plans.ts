import type { Plan } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"

/** The plans to choose from. A workspace has few; of more than a hundred, the oldest are listed. */
export function usePlans(): readonly Plan[] | undefined {
  const isEnabled = useCan()("plan.*.read_plan")
  return useRead(["plans"], (client) => client.plans.listPlans({ limit: 100 }), { isEnabled }).data
}
