import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { errorsOfVerification } from "../../src/contract/explanation.ts"
import { codes } from "../../src/contract/verdicts.ts"
import { type EngineName, engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { type Fingerprints, openFingerprints } from "../storage/fingerprint.ts"
import {
  type ExplainedRequest,
  type ExplainScene,
  everyOutcome,
  explainScene,
  fewRequests,
  requests,
} from "./random-explanations.ts"

/**
 * keys.explainKey must say what keys.verifyKey returns at the same moment, and take nothing. The services are real, and
 * only their clock is moved.
 */

/** An explanation reads a key in one look-up, so the engines hardly differ. */
const randomRuns = { sqlite: 10, postgres: 3 }
const start = Date.UTC(2026, 10, 15, 12, 59, 30)

const counters: readonly [EngineName, string, Readonly<Record<string, string>>][] = [
  ...engines.map((engine): [EngineName, string, Record<string, string>] => [engine, "memory", {}]),
  ["sqlite", "Redis", { KEYWARD_REDIS_URL: sharedRedisUrl(13) }],
]

describe.each(counters)("an explanation on %s with counters in %s", (engine, _place, environment) => {
  const clock = { now: start }
  const server = serveKeyward({ engine, clock, environment })
  let database: Fingerprints
  beforeAll(async () => {
    database = await openFingerprints(server)
  })
  afterAll(() => database.close())

  const call = async (operation: string, body: object, key: string) => {
    const { status, body: reply } = await server.call(operation, body, { key })
    if (status === 503) throw new Unavailable(reply.error.detail)
    return { status, reply }
  }
  const ok = async (operation: string, body: object, key: string) => {
    const { status, reply } = await call(operation, body, key)
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${reply.error.detail}`)
    return reply.data
  }

  /** The code of a verification, or of its error. */
  const verify = async (body: object, key: string) => {
    const { status, reply } = await call("keys.verifyKey", body, key)
    if (status === 200) return reply.data
    const code = errorsOfVerification.find((each) => reply.error.type.endsWith(`/${each}`))
    return { code: code ?? `${status} ${reply.error.detail}` }
  }

  async function compare(request: ExplainedRequest, { keys, rootKey }: World, seen: Set<string>) {
    clock.now += request.waitMs
    const { keyId, key } = keys[request.which] ?? { keyId: undefined, key: "acme_never_issued" }
    const subject = request.byId && keyId !== undefined ? { keyId } : { key }
    const explain = () => ok("keys.explainKey", { ...subject, ...request.options }, rootKey)
    const before = await database.take()
    const explained = await explain()
    expect(await explain()).toEqual(explained)
    expect(await database.take()).toBe(before)
    const verified = await verify({ key, ...request.options }, rootKey)
    expect(verified.code).toBe(explained.code)
    expectSameRemains(explained, verified, request)
    seen.add(explained.code)
    if (explained.validAgainAt === undefined || !request.untilValid) return
    // Asked again, because the refused verification counts too: it may have been the last of the quota.
    const { validAgainAt } = await explain()
    if (validAgainAt === undefined) return
    seen.add("valid again")
    clock.now = validAgainAt - 1
    expect((await explain()).code).not.toBe("VALID")
    clock.now = validAgainAt
    expect((await explain()).code).toBe("VALID")
    expect((await verify({ key, ...request.options }, rootKey)).code).toBe("VALID")
  }

  interface World {
    readonly rootKey: string
    readonly keys: readonly { readonly keyId: string; readonly key: string }[]
  }

  async function prepare(scene: ExplainScene): Promise<World> {
    const { workspaceId, rootKey } = await server.createWorkspace()
    const { apiId } = await ok("apis.createApi", { name: "one" }, rootKey)
    await ok("apis.updateApi", { apiId, ipAllowlist: scene.apiAllowList }, rootKey)
    await ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] }, rootKey)
    await ok("identities.createIdentity", { externalId: "user_1", ratelimits: scene.identityLimits }, rootKey)
    const keys = []
    for (const { expiresIn, ...settings } of scene.keys) {
      const expires = expiresIn === undefined ? {} : { expires: clock.now + expiresIn }
      keys.push(await ok("keys.createKey", { apiId, ...settings, ...expires }, rootKey))
    }
    const { quota: verificationsPerMonth } = scene
    if (verificationsPerMonth !== null) {
      await server.ok("workspaces.updateWorkspace", { workspaceId, limits: { verificationsPerMonth } }, server.operator)
    }
    return { rootKey, keys }
  }

  test("says what a verification returns at the same moment, takes nothing, and knows when it will pass", async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(explainScene, requests, (scene, some) =>
        whileAvailable(async () => {
          const world = await prepare(scene)
          for (const request of some) await compare(request, world, seen)
        }),
      ),
      // Shrinking a failure may take long. Interrupted, it reports the smallest one found so far.
      { numRuns: everyOutcome.length + randomRuns[engine], examples: everyOutcome, interruptAfterTimeLimit: 120_000 },
    )
    // A disabled workspace refuses the caller of both operations; the test of the operation explains it.
    const expected = [...codes, ...errorsOfVerification, "valid again"]
    expect([...seen].sort()).toEqual(expected.filter((code) => code !== "authorization/workspace_disabled").sort())
  })

  /** Sends each fix as it is. Afterwards its check passes, and the other checks say what they said. */
  async function applyFixes(request: ExplainedRequest, { keys, rootKey }: World, seen: Set<string>) {
    clock.now += request.waitMs
    const known = keys[request.which]
    if (known === undefined) return
    const explain = async (): Promise<readonly Check[]> =>
      (await ok("keys.explainKey", { keyId: known.keyId, ...request.options }, rootKey)).checks
    let before = await explain()
    for (const [index, { check, passed, hint, fix }] of before.entries()) {
      expect({ check, hint: typeof hint }).toEqual({ check, hint: passed ? "undefined" : "string" })
      if (fix === undefined) continue
      expect(passed).toBeFalse()
      await ok(fix.operation, fix.input, rootKey)
      const after = await explain()
      expect(after[index]).toMatchObject({ check, passed: true })
      const others = (checks: readonly Check[]) => checks.toSpliced(index, 1).map((one) => [one.check, one.passed])
      expect(others(after)).toEqual(others(before))
      before = after
      seen.add(check)
    }
  }

  test("proposes calls after which the check passes", async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(explainScene, fewRequests, (scene, some) =>
        whileAvailable(async () => {
          const world = await prepare(scene)
          for (const request of some) await applyFixes(request, world, seen)
        }),
      ),
      { numRuns: everyOutcome.length + randomRuns[engine], examples: everyOutcome, interruptAfterTimeLimit: 120_000 },
    )
    // The test of the operation fixes a disabled workspace, which refuses root keys.
    expect([...seen].sort()).toEqual(["credits", "enabled", "ip", "permissions"])
  })
})

/** On a busy machine, Redis may respond later than the service waits. */
class Unavailable extends Error {}

/** Starts again in another workspace, because a check whose reply is late may have counted. */
async function whileAvailable(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    await whileAvailable(work)
  }
}

interface Check {
  readonly check: string
  readonly name?: string
  readonly passed: boolean
  readonly hint?: string
  readonly fix?: { readonly operation: string; readonly input: object }
  readonly remaining?: number
  readonly balance?: number
}

interface Verified {
  readonly code: string
  readonly credits?: number
  readonly ratelimits?: readonly { readonly name: string; readonly remaining: number }[]
}

/** A valid verification takes its costs from exactly what the explanation had seen; any other one takes nothing. */
function expectSameRemains({ checks }: { checks: readonly Check[] }, verified: Verified, request: ExplainedRequest) {
  const isValid = verified.code === "VALID"
  if (verified.credits !== undefined) {
    const balance = checks.find(({ check }) => check === "credits")?.balance ?? Number.NaN
    expect(verified.credits).toBe(isValid ? balance - (request.options.credits?.cost ?? 1) : balance)
  }
  for (const { name, remaining } of verified.ratelimits ?? []) {
    const limit = checks.find((check) => check.check === "ratelimit" && check.name === name)
    const cost = request.options.ratelimits?.find((requested) => requested.name === name)?.cost ?? 1
    expect(remaining).toBe((limit?.remaining ?? Number.NaN) - (isValid ? cost : 0))
  }
}
