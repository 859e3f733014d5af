import type { Key } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { type WinningLimit, winningLimits } from "./winning-limits.ts"

/** The limits that apply to a key, those of its customer and plan included. */
export function useWinningLimits(apiKey: Key): readonly WinningLimit[] {
  const planId = apiKey.identity?.plan?.id ?? ""
  const { data: plan } = useRead(["plan", planId], (client) => client.plans.getPlan({ plan: planId }), {
    isEnabled: useCan()("plan.*.read_plan") && planId !== "",
  })
  return winningLimits(apiKey, plan?.id === planId ? plan : undefined)
}
