import type { Random } from "../harness/random.ts"
import { type Ask, dataIn } from "./ask.ts"
import type { ClockBounds } from "./check-windows.ts"
import type { Workspace } from "./cluster.ts"

interface LoopOptions {
  readonly ask: Ask
  readonly nodes: number
  readonly workspace: Workspace
  readonly clocks: ClockBounds
  readonly random: Random
}

/** What the customer has, by the rules of docs/contract.md#26-customers-and-plans. */
interface State {
  enabled: boolean
  plan: string | null
  defaultPlan: string | null
  /** Own limit; null: that of the plan. */
  limit: number | null
  readonly limits: Map<string, number>
}

/** Changes something, and returns the answers that come from before. */
type Change = () => Promise<readonly string[]>

const planNames = ["basic", "pro"] as const
/** Leaves processor time for the nodes. */
const trafficPauseMs = 10
/** How far ahead a change of plan is planned. */
const aheadMs = 40

/** One customer whose switch, plans and quotas change. After each change, every node is asked. */
export async function createCustomerLoop({ ask, nodes, workspace, clocks, random }: LoopOptions) {
  const { apiId, rootKey } = workspace
  const call = async (operation: string, body: object, node = random.below(nodes)) =>
    dataIn(await ask(node, { operation, body, key: rootKey }))
  const state: State = {
    enabled: true,
    plan: null,
    defaultPlan: null,
    limit: null,
    limits: new Map(planNames.map((name) => [name, 1_000])),
  }
  const identity = "customer"
  for (const name of planNames)
    await call("plans.createPlan", { name, quota: { limit: 1_000, interval: "monthly" } }, 0)
  await call("identities.createIdentity", { externalId: identity }, 0)
  const { key } = await call("keys.createKey", { apiId, externalId: identity }, 0)

  let looks = 0
  /** Shows the balances and takes nothing. */
  const look = async (node: number): Promise<string> => {
    const { code, identity, balances } = await call("keys.verifyKey", { key, credits: { cost: 0 } }, node)
    return `${code} ${identity.plan?.name} ${balances?.quota}`
  }
  const expected = (plan = state.plan) => {
    const applied = plan ?? state.defaultPlan ?? undefined
    const limit = state.limit ?? (applied === undefined ? undefined : state.limits.get(applied))
    return `${state.enabled ? "VALID" : "DISABLED"} ${applied} ${limit}`
  }
  /** Asks all nodes at once, and returns the answers that are none of these. */
  const lookEverywhere = async (what: string, ...allowed: readonly string[]): Promise<readonly string[]> => {
    const seen = await Promise.all(Array.from({ length: nodes }, (_, node) => look(node)))
    looks += nodes
    return seen.flatMap((shown, node) =>
      allowed.includes(shown) ? [] : [`Node ${node} after ${what}: ${shown} instead of ${allowed.join(" or ")}`],
    )
  }
  const update = (change: object) => call("identities.updateIdentity", { identity, ...change })
  const somePlan = () => random.pick([...planNames, null] as const)

  /** The clocks of the nodes differ from this one within known bounds, so each answer near the time is judged by them. */
  const planChange = async () => {
    const plan = somePlan()
    const at = Date.now() + aheadMs
    const before = expected()
    await update({ planChange: { plan, at } })
    const after = expected(plan)
    const early = await lookEverywhere("a plan was planned", before, after)
    while (Date.now() + clocks.leastMs < at) await Bun.sleep(1)
    state.plan = plan
    return [...early, ...(await lookEverywhere("a planned change of plan", after))]
  }

  const changes: readonly [Change, ...Change[]] = [
    async () => {
      state.enabled = !state.enabled
      await update({ enabled: state.enabled })
      return lookEverywhere("the switch", expected())
    },
    async () => {
      state.plan = somePlan()
      await update({ plan: state.plan })
      return lookEverywhere("the plan", expected())
    },
    async () => {
      const name = random.pick(planNames)
      const isDefault = state.defaultPlan !== name
      await call("plans.updatePlan", { plan: name, default: isDefault })
      state.defaultPlan = isDefault ? name : null
      return lookEverywhere("the default plan", expected())
    },
    async () => {
      const name = random.pick(planNames)
      const limit = random.below(1_000_000)
      await call("plans.updatePlan", { plan: name, quota: { limit, interval: "monthly" } })
      state.limits.set(name, limit)
      return lookEverywhere("the quota of a plan", expected())
    },
    async () => {
      state.limit = random.below(3) === 0 ? null : random.below(1_000_000)
      await update({ quota: state.limit === null ? null : { limit: state.limit, interval: "monthly" } })
      return lookEverywhere("its own quota", expected())
    },
    planChange,
  ]

  // Keeps records in memory, and some of them being loaded, during every change.
  const traffic = { isOn: true }
  const others = Array.from({ length: nodes }, async (_, node) => {
    while (traffic.isOn) {
      await look(node)
      await Bun.sleep(trafficPauseMs)
    }
  })
  return {
    change: () => random.pick(changes)(),
    looks: () => looks,
    async end() {
      traffic.isOn = false
      await Promise.all(others)
    },
  }
}
