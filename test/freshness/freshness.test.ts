import { describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createKey } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { createWorld } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { apiChanges } from "./apis.ts"
import type { Change, Subject } from "./change.ts"
import { effects as effectsOnKeys, type Scene } from "./effects.ts"
import { identityChanges } from "./identities.ts"
import { keyChanges } from "./keys.ts"
import { peopleEffects } from "./people.ts"
import { permissionChanges } from "./permissions.ts"
import { furnishPlans, planChanges } from "./plans.ts"
import { portalEffects } from "./portal.ts"

/**
 * A change takes effect before its response: the very next verification sees it. test/cluster/revocations.test.ts proves
 * the same of three nodes on PostgreSQL.
 */

const effects = [...effectsOnKeys, ...peopleEffects, ...portalEffects]
const changes = [...keyChanges, ...permissionChanges, ...identityChanges, ...planChanges, ...apiChanges]

test("every mutation has a case", () => {
  const covered = new Set([...changes, ...effects].map(({ by }) => by))
  const mutations = operations.filter(({ kind }) => kind === "mutation").map(({ name }) => name)
  expect([...covered].sort()).toEqual(mutations)
})

describe("the very next request", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test.each(effects.map((effect) => [effect.by, effect] as const))("sees what %s did", async (_by, effect) => {
    const world = await createWorld(server)
    const scene: Scene = {
      server,
      world,
      prepared: {},
      ok: (operation, body = {}) => server.ok(operation, body, { key: world.rootKey }),
      outcome: async (operation, body, key = world.rootKey) => outcomeOf(await server.call(operation, body, { key })),
      asOperator: (operation, body) => server.ok(operation, body, { key: server.operatorKey }),
    }
    const prepared = { ...scene, prepared: (await effect.prepare?.(scene)) ?? {} }
    for (const _again of [1, 2]) expect(await effect.see(prepared)).toBe(effect.before)
    await effect.change(prepared)
    expect(await effect.see(prepared)).toBe(effect.after)
  })
})

describe("the very next verification", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  /** What the last case may have changed, beside its key: at first everything is missing. */
  let last: { readonly roles: boolean; readonly plans: boolean } = { roles: true, plans: true }

  /** Restores what an earlier case has changed. */
  const furnish = async (change: Change) => {
    // First, because a plan that an identity has cannot be deleted.
    await keyward.call("identities.deleteIdentity", { identity: "alice" })
    if (last.roles) await furnishRoles()
    if (last.plans) await furnishPlans(keyward)
    last = { roles: permissionChanges.includes(change), plans: planChanges.includes(change) }
  }

  const furnishRoles = async () => {
    await keyward.call("permissions.deleteRole", { role: "author" })
    await keyward.call("permissions.createRole", { name: "editor" })
    await keyward.ok("permissions.setRolePermissions", { role: "editor", permissions: ["docs.edit"] })
    await keyward.call("permissions.createRole", { name: "empty" })
    await keyward.ok("permissions.setRolePermissions", { role: "empty", permissions: [] })
  }

  /** Objects that the key shares with others, such as its API, may be cached earlier through those others. */
  const surroundings: readonly (readonly [
    string,
    (subject: Subject, verify: () => Promise<unknown>) => Promise<void>,
  ])[] = [
    ["alone", async () => {}],
    [
      "beside another key of its API, and changed before",
      async ({ apiId, keyId }, verify) => {
        const other = await createKey(keyward, { apiId })
        await keyward.ok("keys.verifyKey", { key: other.key })
        await verify()
        const { name = null } = await keyward.ok("keys.getKey", { keyId })
        for (const next of ["Renamed", name]) {
          await keyward.ok("keys.updateKey", { keyId, name: next })
          await verify()
        }
      },
    ],
  ]
  const cases = changes.flatMap((change) =>
    surroundings.map(([where, surround]) => [change.what, where, change, surround] as const),
  )

  test.each(cases)("sees that %s, %s", async (_what, _where, change, surround) => {
    await furnish(change)
    const subject = await createKey(keyward, change.key ?? {})
    const verify = () => keyward.call("keys.verifyKey", { key: subject.key, ...change.asked })
    await surround(subject, verify)
    for (const _again of [1, 2]) expect((await verify()).body.data).toMatchObject({ code: "VALID" })
    await change.change(keyward, subject)
    const reply = await verify()
    if (typeof change.after === "string") {
      expect(outcomeOf(reply)).toBe(change.after)
      return
    }
    const { data } = reply.body
    expect(Object.fromEntries(Object.keys(change.after).map((member) => [member, data[member]]))).toEqual(change.after)
  })

  test("is never answered from before the change while many others are under way", async () => {
    const { keyId, key } = await createKey(keyward, { externalId: "hammered" })
    const verify = async () => (await keyward.ok("keys.verifyKey", { key })).code
    const traffic = { isOn: true }
    const others = Array.from({ length: 6 }, async () => {
      while (traffic.isOn) await verify()
    })
    const wrong: string[] = []
    for (let round = 0; round < 60; round += 1) {
      const enabled = round % 2 === 1
      await keyward.ok("keys.updateKey", { keyId, enabled })
      const code = await verify()
      if (code !== (enabled ? "VALID" : "DISABLED")) wrong.push(`${round}: ${code}`)
    }
    traffic.isOn = false
    await Promise.all(others)
    expect(wrong).toEqual([])
  })
})
