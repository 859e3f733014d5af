import { expect } from "bun:test"
import type { TestServer } from "../harness/harness.ts"
import { type Change, limit, type Subject } from "./change.ts"

/** Two plans that nobody has, and no default plan. */
export async function furnishPlans(keyward: TestServer): Promise<void> {
  for (const { id } of await keyward.ok("plans.listPlans", {})) {
    await keyward.ok("plans.updatePlan", { plan: id, default: false })
    await keyward.ok("plans.deletePlan", { plan: id })
  }
  for (const name of ["gold", "silver"]) {
    await keyward.ok("plans.createPlan", { name, permissions: [`docs.${name}`] })
  }
}

/** The key is in memory between the calls. */
const calls = (...made: readonly (readonly [string, object])[]) => ({
  by: made.at(-1)?.[0] ?? "",
  async change(keyward: TestServer, { key }: Subject) {
    for (const [operation, body] of made) {
      await keyward.ok("keys.verifyKey", { key })
      await keyward.ok(operation, body)
    }
  },
})

const key = { externalId: "alice" }
const onGold = ["identities.updateIdentity", { identity: "alice", plan: "gold" }] as const
const byDefault = ["plans.updatePlan", { plan: "gold", default: true }] as const
const update = (body: object) => ["plans.updatePlan", { plan: "gold", ...body }] as const
const planNamed = (name: string, more: object = {}) =>
  expect.objectContaining({ plan: { id: expect.any(String), name, meta: {}, ...more } })

export const planChanges: readonly Change[] = [
  {
    what: "the identity of a key gets a plan",
    key,
    ...calls(onGold),
    after: { identity: planNamed("gold"), permissions: ["docs.gold"] },
  },
  {
    what: "many identities get a plan",
    key,
    ...calls(["identities.updateIdentities", { identities: ["alice"], set: { plan: "gold" } }]),
    after: { identity: planNamed("gold"), permissions: ["docs.gold"] },
  },
  {
    what: "all identities of a plan move to another",
    key,
    ...calls(onGold, ["identities.updateIdentities", { plan: "gold", set: { plan: "silver" } }]),
    after: { permissions: ["docs.silver"] },
  },
  {
    what: "the plan of a key gets other permissions",
    key,
    ...calls(onGold, update({ permissions: ["docs.more"] })),
    after: { identity: planNamed("gold"), permissions: ["docs.more"] },
  },
  {
    what: "the plan of a key gets limits",
    key,
    ...calls(onGold, update({ ratelimits: [{ ...limit, autoApply: true }] })),
    after: { ratelimits: [expect.objectContaining({ name: "calls", remaining: 99 })] },
  },
  {
    what: "the plan of a key gets a quota",
    key,
    ...calls(onGold, update({ quota: { limit: 1, interval: "total" } })),
    after: { balances: { quota: 0, overageUsed: 0 }, code: "VALID" },
  },
  {
    what: "the quota of the plan of a key becomes lower",
    key,
    ...calls(
      onGold,
      update({ quota: { limit: 9, interval: "total" } }),
      update({ quota: { limit: 1, interval: "total" } }),
    ),
    after: { code: "USAGE_EXCEEDED", exhausted: "identity" },
  },
  {
    what: "the identity of a key moves to a plan with a quota",
    key,
    ...calls(["plans.updatePlan", { plan: "silver", quota: { limit: 0, interval: "daily" } }], onGold, [
      "identities.updateIdentity",
      { identity: "alice", plan: "silver" },
    ]),
    after: { code: "USAGE_EXCEEDED", balances: { quota: 0, overageUsed: 0 } },
  },
  {
    what: "the default plan gets a quota",
    key,
    ...calls(byDefault, update({ quota: { limit: 5, interval: "weekly", overage: null } })),
    after: { balances: { quota: 4, overageUsed: 0 } },
  },
  {
    what: "the plan of a key is renamed",
    key,
    ...calls(onGold, update({ name: "platinum" })),
    after: { identity: planNamed("platinum") },
  },
  {
    what: "a permission of the plan of a key is deleted",
    key,
    ...calls(onGold, ["permissions.deletePermission", { permission: "docs.gold" }]),
    after: { permissions: [] },
  },
  {
    what: "a new plan is the default",
    key,
    ...calls(["plans.createPlan", { name: "bronze", permissions: ["docs.bronze"], default: true }]),
    after: { identity: planNamed("bronze", { inherited: true }), permissions: ["docs.bronze"] },
  },
  {
    what: "a plan becomes the default",
    key,
    ...calls(byDefault),
    after: { identity: planNamed("gold", { inherited: true }), permissions: ["docs.gold"] },
  },
  {
    what: "another plan becomes the default",
    key,
    ...calls(byDefault, ["plans.updatePlan", { plan: "silver", default: true }]),
    after: { identity: planNamed("silver", { inherited: true }), permissions: ["docs.silver"] },
  },
  {
    what: "the default plan changes",
    key,
    ...calls(byDefault, update({ permissions: [] })),
    after: { permissions: [] },
  },
  {
    what: "there is no default plan any more",
    key,
    ...calls(byDefault, update({ default: false })),
    after: { identity: expect.not.objectContaining({ plan: expect.anything() }), permissions: [] },
  },
  {
    what: "the identity of a key goes back to the default plan",
    key,
    ...calls(
      byDefault,
      ["identities.updateIdentity", { identity: "alice", plan: "silver" }],
      ["identities.updateIdentity", { identity: "alice", plan: null }],
    ),
    after: { permissions: ["docs.gold"] },
  },
]
