import { expect, test } from "bun:test"
import fc from "fast-check"
import { codes } from "../../src/contract/verdicts.ts"
import { everyCode, type Scene, type Step, scene, start, step } from "./random-verifications.ts"
import { openPath, operatorKey, type Path, type Question } from "./two-paths.ts"

/**
 * A verification that is answered from memory must be the one that the store and the counters would give. Two services
 * get the same calls at the same times, one of them without the fast path; everything that comes of it must be equal.
 */

const codesOfAll = [...codes].sort()

test("the same requests give the same responses, usage and counters with and without memory", async () => {
  const seen = { fast: 0, slow: 0, codes: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(scene, fc.array(step, { minLength: 20, maxLength: 50 }), async (scene, steps) => {
      const clock = { now: start }
      const { limiterDown, maxCounters } = scene
      const fast = await openPath({ isFast: true, clock, limiterDown, maxCounters })
      const slow = await openPath({ isFast: false, clock, limiterDown, maxCounters })
      try {
        const both = sendingToBoth(fast, slow, seen.codes)
        const world = await prepare(both, scene)
        for (const one of steps) await take(one, { both, world, clock })
        expect(fast.takings).toEqual(slow.takings)
        expect(await fast.usage()).toEqual(await slow.usage())
        seen.fast += fast.lookUps()
        seen.slow += slow.lookUps()
      } finally {
        await fast.close()
        await slow.close()
      }
    }),
    { numRuns: 20, examples: [[everyCode.scene, everyCode.steps]] },
  )
  // Otherwise nothing was compared.
  expect(seen.fast).toBeLessThan(seen.slow * 0.8)
  expect([...seen.codes].sort()).toEqual(codesOfAll)
})

interface Both {
  send(operation: string, body: unknown, key: string): Promise<string>
  ask(question: Question): Promise<void>
}

function sendingToBoth(fast: Path, slow: Path, seen: Set<string>): Both {
  return {
    async ask(question) {
      expect(await fast.ask(question)).toEqual(await slow.ask(question))
    },
    async send(operation, body, key) {
      const [one, other] = [await fast.call(operation, body, key), await slow.call(operation, body, key)]
      expect(one).toEqual(other)
      const code = /"code":"([A-Z_]+)"/.exec(one.text)?.[1]
      if (code !== undefined) seen.add(code)
      return one.text
    },
  }
}

interface World {
  readonly workspaceId: string
  readonly apiId: string
  readonly otherApiId: string
  readonly keys: readonly { readonly key: string; readonly keyId: string }[]
  readonly callers: Readonly<Record<string, string>>
}

async function prepare({ send }: Both, scene: Scene): Promise<World> {
  const ok = async (operation: string, body: unknown, key: string) => {
    const { data, error } = JSON.parse(await send(operation, body, key))
    if (error !== undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`)
    return data
  }
  const { workspaceId, rootKey } = await ok("workspaces.createWorkspace", { name: "two paths" }, operatorKey)
  const { apiId } = await ok("apis.createApi", { name: "one" }, rootKey)
  const { apiId: otherApiId } = await ok("apis.createApi", { name: "other" }, rootKey)
  await ok("apis.updateApi", { apiId, ipAllowlist: scene.apiAllowList }, rootKey)
  await ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] }, rootKey)
  await ok("identities.createIdentity", { externalId: "user_1", ratelimits: scene.identityLimits }, rootKey)
  const keys = []
  for (const settings of scene.keys) keys.push(await ok("keys.createKey", { apiId, ...settings }, rootKey))
  const limiting = ["ratelimit.*.limit", "ratelimit.*.create_namespace"]
  const verifier = await ok(
    "rootKeys.createRootKey",
    { permissions: [`api.${apiId}.verify_key`, ...limiting] },
    rootKey,
  )
  const first = { namespace: "sms", identifier: "user_1", limit: 1, duration: 1_000, cost: 0 }
  await ok("ratelimit.limit", first, rootKey)
  const [{ id: smsId }] = await ok("ratelimit.listNamespaces", {}, rootKey)
  // May verify keys of the other API only, and limit in one of the two namespaces.
  const elsewhere = [`api.${otherApiId}.verify_key`, `ratelimit.${smsId}.limit`]
  const stranger = await ok("rootKeys.createRootKey", { permissions: elsewhere }, rootKey)
  const { workspaceLimits: limits } = scene
  if (Object.keys(limits).length > 0) await ok("workspaces.updateWorkspace", { workspaceId, limits }, operatorKey)
  const callers = {
    owner: rootKey,
    verifier: verifier.rootKey,
    stranger: stranger.rootKey,
    unknown: "kw_unknown",
    operator: operatorKey,
  }
  return { workspaceId, apiId, otherApiId, keys, callers }
}

interface TakeResult {
  readonly both: Both
  readonly world: World
  readonly clock: { now: number }
}

async function take(one: Step, { both, world, clock }: TakeResult): Promise<void> {
  const { workspaceId, apiId, otherApiId, keys, callers } = world
  const { owner = "" } = callers
  const { send } = both
  switch (one.type) {
    case "verify": {
      const { keyspaces, ...options } = { keyspaces: undefined, ...one.options }
      const key = keys[one.which]?.key ?? "acme_never_issued"
      const named = keyspaces === undefined ? {} : { keyspaces: [keyspaces === "own" ? apiId : otherApiId] }
      for (let time = 0; time < one.times; time += 1) {
        await send("keys.verifyKey", { key, ...options, ...named }, callers[one.caller] ?? "")
      }
      return
    }
    case "ask":
      for (let time = 0; time < one.times; time += 1) {
        const key = keys[one.which]?.key ?? "acme_never_issued"
        await both.ask({ options: one.options, key, rootKey: callers[one.caller] ?? "" })
      }
      return
    case "limit": {
      const { type: _type, caller, ...request } = one
      await send("ratelimit.limit", request, callers[caller] ?? "")
      return
    }
    case "wait":
      clock.now += one.ms
      return
    case "update":
      await send("keys.updateKey", { keyId: keys[one.which]?.keyId ?? "key_unknown", ...one.patch }, owner)
      return
    case "call":
      await change(one)
  }

  async function change({ operation, which, ratelimits }: Step & { type: "call" }): Promise<void> {
    switch (operation) {
      case "delete key":
        await send("keys.deleteKey", { keyId: keys[which]?.keyId ?? "key_unknown" }, owner)
        return
      case "set override":
        await send(
          "ratelimit.setOverride",
          { namespace: "email", identifier: "vip_*", limit: 9, duration: 1_000 },
          owner,
        )
        return
      case "limit identity":
        await send("identities.updateIdentity", { identity: "user_1", ratelimits }, owner)
        return
      case "disable workspace":
        await send("workspaces.disableWorkspace", { workspaceId, reason: "terms_violation" }, operatorKey)
        await send("keys.verifyKey", { key: keys[which]?.key ?? "acme_never_issued" }, owner)
        await send("workspaces.enableWorkspace", { workspaceId }, operatorKey)
    }
  }
}
