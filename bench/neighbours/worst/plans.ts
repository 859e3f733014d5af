import type { Scene } from "../scene.ts"
import { fiftyRatelimits } from "../sizes.ts"
import type { WorstRequests } from "../worst-request.ts"

/** The most that a plan can hold. */
async function largestPlan({ longPermissions }: Scene) {
  const permissions = (await longPermissions()).slice(0, 200)
  return { meta: { text: "x".repeat(4_000) }, permissions, ratelimits: fiftyRatelimits() }
}

async function createLargest(scene: Scene, name: string): Promise<string> {
  const { planId } = await scene.call("plans.createPlan", { name, ...(await largestPlan(scene)) })
  return planId
}

export const worstOfPlans: WorstRequests = {
  "plans.createPlan": [
    {
      what: "200 of the longest permissions and 50 limits",
      async prepare(scene) {
        const largest = await largestPlan(scene)
        return (round) => ({ body: { name: `created ${round}`, ...largest }, idempotencyKey: `${round}` })
      },
    },
  ],
  "plans.getPlan": [
    {
      what: "200 of the longest permissions and 50 limits",
      async prepare(scene) {
        const plan = await createLargest(scene, "read")
        return () => ({ body: { plan } })
      },
    },
  ],
  "plans.listPlans": [
    {
      what: "100 with 200 of the longest permissions and 50 limits each",
      async prepare(scene) {
        for (let index = 0; index < 100; index += 1) await createLargest(scene, `listed ${index}`)
        return () => ({ body: { search: "listed" } })
      },
    },
  ],
  "plans.updatePlan": [
    {
      what: "the default plan, 50 limits",
      async prepare(scene) {
        const plan = await createLargest(scene, "changed")
        const ratelimits = fiftyRatelimits()
        return (round) => ({ body: { plan, default: true, ratelimits: ratelimits.slice(round % 2), meta: { round } } })
      },
    },
  ],
  "plans.deletePlan": [
    {
      what: "200 of the longest permissions and 50 limits",
      atMost: 1,
      async prepare(scene) {
        const plan = await createLargest(scene, "deleted")
        return () => ({ body: { plan } })
      },
    },
  ],
}
