import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Identity, Plan } from "../../core/model.ts"
import { countedKeysAtMost } from "../port/keys.ts"
import type { Store } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import { newApi, newIdentity, newPermission, newPlan, newRatelimit, newRole, time } from "./new-objects.ts"
import { addApi, addWorkspace, change, insert } from "./stored-objects.ts"
import { everything } from "./whole-lists.ts"

export function plansConformance(store: Store): void {
  const addPlan = async (workspaceId: string, members: Partial<Plan> = {}): Promise<Plan> => {
    const plan = newPlan(workspaceId, members)
    await change(store, workspaceId, (tx) => tx.plans.insert(plan))
    return plan
  }

  describe("a plan", () => {
    test("is stored with its rate limits and permissions, of which those not named are removed", async () => {
      const { id } = await addWorkspace(store)
      const permissions = ["plan.a", "plan.b"].map((slug) => newPermission({ slug }))
      await insert(store, id, { permissions })
      const plain = await addPlan(id, { permissions: permissions.slice(0, 1), ratelimits: [newRatelimit()] })
      const full: Plan = {
        ...plain,
        name: "é",
        description: "Text",
        meta: { a: [null] },
        permissions,
        ratelimits: [newRatelimit({ name: "other", autoApply: true })],
        maxKeys: 10_000,
        quota: { limit: 0, interval: "weekly", overage: null },
        isDefault: true,
        updatedAt: time,
      }
      let before = plain
      for (const plan of [full, { ...plain, permissions: [], ratelimits: [] }, plain]) {
        await change(store, id, (tx) => tx.plans.update(before, plan))
        before = plan
        expect(await store.plans.find(id, plan.id)).toEqual(plan)
        expect(await store.plans.findByName(id, plan.name)).toEqual(plan)
        expect(await store.plans.findDefault(id)).toEqual(plan.isDefault ? plan : undefined)
      }
      expect(await store.plans.boundKeys(id)).toBe(false)
    })

    test("is the only default, and the only live one with its name", async () => {
      const { id } = await addWorkspace(store)
      const first = await addPlan(id, { isDefault: true, maxKeys: 1 })
      expect(await store.plans.boundKeys(id)).toBe(true)
      expect(await rejection(addPlan(id, { isDefault: true }))).toBeInstanceOf(Error)
      expect(await rejection(addPlan(id, { name: first.name }))).toBeInstanceOf(Error)
      await change(store, id, (tx) => tx.plans.delete(first.id, time))
      const second = await addPlan(id, { name: first.name, isDefault: true })
      expect(await store.plans.list(id, everything)).toEqual([second])
    })

    test("is of an identity now, or from a time on", async () => {
      const { id } = await addWorkspace(store)
      const [one, two, standard] = [await addPlan(id), await addPlan(id), await addPlan(id, { isDefault: true })]
      const of = (members: Partial<Identity>) => newIdentity(id, { defaultPlan: standard, ...members })
      const identities = [
        of({}),
        of({ plan: one }),
        of({ plan: one, planChange: { plan: two, at: time } }),
        of({ plan: two, planChange: { plan: null, at: time } }),
      ]
      await insert(store, id, { identities })
      expect(await store.identities.list(id, everything)).toEqual(identities)
      const listed = async (plan: Plan, now: number) => {
        const filter = { ...everything, plan: { id: plan.id, isDefault: plan.isDefault, now } }
        const found = await store.identities.list(id, filter)
        return found.map((identity) => identities.findIndex((each) => each.id === identity.id))
      }
      const allListed = (now: number) => Promise.all([one, two, standard].map((plan) => listed(plan, now)))
      expect(await allListed(time - 1)).toEqual([[1, 2], [3], [0]])
      expect(await allListed(time)).toEqual([[1], [2], [0, 3]])
      const counts = async (now: number) => Object.fromEntries(await store.plans.countIdentities(id, now))
      expect(await counts(time - 1)).toEqual({ [one.id]: 2, [two.id]: 1, null: 1 })
      expect(await counts(time)).toEqual({ [one.id]: 1, [two.id]: 1, null: 2 })
    })

    test("is named as long as an identity has it or will have it", async () => {
      const { id } = await addWorkspace(store)
      const [plan, next] = [await addPlan(id), await addPlan(id)]
      const isNamed = (now: number) => Promise.all([plan, next].map((each) => store.plans.isNamed(each.id, now)))
      expect(await isNamed(time)).toEqual([false, false])
      const identity = newIdentity(id, { plan, planChange: { plan: next, at: time } })
      await insert(store, id, { identities: [identity] })
      expect(await isNamed(time - 1)).toEqual([true, true])
      expect(await isNamed(time)).toEqual([false, true])
      await change(store, id, (tx) => tx.identities.delete(identity.id, time))
      expect(await isNamed(time - 1)).toEqual([false, false])
    })

    test("bounds unexpired keys of an identity: deleted ones, and those of deleted APIs, do not count", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const [identity, other] = [newIdentity(workspaceId), newIdentity(workspaceId)]
      const [kept, expiring, expired, deleted, foreign] = [
        newKey(api, { identity }),
        newKey(api, { identity, expires: time + 1 }),
        newKey(api, { identity, expires: time }),
        newKey(api, { identity }),
        newKey(api, { identity: other }),
      ]
      await insert(store, workspaceId, {
        identities: [identity, other],
        keys: [kept, expiring, expired, deleted, foreign],
      })
      await change(store, workspaceId, (tx) => tx.keys.delete([deleted.id], time))
      const count = (now: number, atMost = 10) => store.keys.countUnexpiredOf(identity, { now, atMost })
      expect([await count(time), await count(time + 1), await count(time, 1)]).toEqual([2, 1, 1])
      await change(store, workspaceId, (tx) => tx.apis.delete(api.id, time))
      expect(await count(time)).toBe(0)
    })

    test("counts the keys of identities, expired ones too: deleted ones, and those of deleted APIs, do not count", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const doomed = newApi(workspaceId)
      await insert(store, workspaceId, { apis: [doomed] })
      const [few, many, none] = [newIdentity(workspaceId), newIdentity(workspaceId), newIdentity(workspaceId)]
      const deleted = newKey(api, { identity: few })
      const keys = [
        newKey(api, { identity: few }),
        newKey(api, { identity: few, expires: time - 1, enabled: false }),
        newKey(doomed, { identity: few }),
        deleted,
        ...Array.from({ length: countedKeysAtMost + 1 }, () => newKey(api, { identity: many })),
      ]
      await insert(store, workspaceId, { identities: [few, many, none], keys })
      await change(store, workspaceId, async (tx) => {
        await tx.keys.delete([deleted.id], time)
        await tx.apis.delete(doomed.id, time)
      })
      const ids = [few.id, many.id, none.id]
      const counts = await store.keys.countOfIdentities(workspaceId, ids)
      expect(ids.map((id) => counts.get(id))).toEqual([2, countedKeysAtMost, 0])
      const { workspaceId: foreign } = await addApi(store)
      expect([...(await store.keys.countOfIdentities(foreign, ids)).values()]).toEqual([0, 0, 0])
    })

    test("counts the keys of roles and permissions, each key once, and no deleted ones", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const [direct, both, none] = [newPermission(), newPermission(), newPermission()]
      const [role, second] = [newRole({ permissions: [both] }), newRole({ permissions: [both] })]
      const deleted = newKey(api, { roles: [role], directPermissions: [direct] })
      const keys = [
        newKey(api, { roles: [role, second], directPermissions: [both, direct] }),
        newKey(api, { roles: [second], enabled: false }),
        deleted,
      ]
      await insert(store, workspaceId, { permissions: [direct, both, none], roles: [role, second], keys })
      await change(store, workspaceId, (tx) => tx.keys.delete([deleted.id], time))
      const ofRoles = await store.keys.countOfRoles(workspaceId, [role.id, second.id])
      expect([ofRoles.get(role.id), ofRoles.get(second.id)]).toEqual([1, 2])
      const ids = [direct.id, both.id, none.id]
      const ofPermissions = await store.keys.countOfPermissions(workspaceId, ids)
      expect(ids.map((id) => ofPermissions.get(id))).toEqual([1, 2, 0])
      const { workspaceId: foreign } = await addApi(store)
      expect([...(await store.keys.countOfPermissions(foreign, ids)).values()]).toEqual([0, 0, 0])
    })

    test("gives a verification its permissions, limits and quota, and says when it will not", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const permission = newPermission()
      await insert(store, workspaceId, { permissions: [permission] })
      const quota = { limit: 7, interval: "daily", overage: null } as const
      const plan = await addPlan(workspaceId, { permissions: [permission], ratelimits: [newRatelimit()], quota })
      const standard = await addPlan(workspaceId, { isDefault: true, ratelimits: [newRatelimit({ name: "other" })] })
      const identity = newIdentity(workspaceId, { plan, planChange: { plan: null, at: time } })
      const [key, alone] = [newKey(api, { identity }), newKey(api)]
      await insert(store, workspaceId, { identities: [identity], keys: [key, alone] })
      const at = async (now: number) => {
        const record = await store.verification.findUncached(workspaceId, key.hash, now)
        const facts = record?.key.facts
        const shown = JSON.parse(`{${facts?.responseJson}}`).identity.plan
        const known = [plan.id, standard.id].filter((id) => record?.dependsOn.includes(id))
        return [
          shown,
          facts?.permissions,
          facts?.limits.map(({ name }) => name),
          facts?.planChangeAt,
          known,
          facts?.meter,
        ]
      }
      const meter = { identityId: identity.id, billingDay: 1, quota }
      const own = { id: plan.id, name: plan.name, meta: {} }
      expect(await at(time - 1)).toEqual([own, [permission.slug], ["requests"], time, [plan.id], meter])
      const inherited = { id: standard.id, name: standard.name, meta: {}, inherited: true }
      expect(await at(time)).toEqual([inherited, [], ["other"], null, [standard.id], null])
      const ofItsOwn = { limit: 0, interval: "total", overage: 3 } as const
      await change(store, workspaceId, (tx) => tx.identities.update(identity, { ...identity, quota: ofItsOwn }))
      expect((await at(time - 1)).at(-1)).toEqual({ ...meter, quota: ofItsOwn })
      expect((await store.verification.find(workspaceId, alone.hash, time))?.facts.limits).toEqual([])
    })
  })
}
