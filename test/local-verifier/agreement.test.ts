import { describe, expect, test } from "bun:test"
import { createKeyward, type KeysVerifyKeyInput } from "@keyward/client"
import fc from "fast-check"
import { ownSurroundings } from "../../sdk/src/local/surroundings.ts"
import { createVerifier } from "../../sdk/src/local/verifier.ts"
import type { LocalVerifier } from "../../sdk/src/local.ts"
import { createHub } from "../../src/verifiers/hub.ts"
import type { TestWorkspace } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { everyCode, plainKeys, type Scene, type Step, scene, start, step } from "../properties/random-verifications.ts"

/**
 * Two workspaces get the same keys, changes and requests at the same times. One verifies with the local verifier, the other
 * with keys.verifyKey over HTTP. All results must be equal, and so must the usage.
 */

const rounds = Number(process.env.KEYWARD_TEST_VERIFIER_ROUNDS ?? 8)

describe("the local verifier", () => {
  const clock = { now: start }
  /** A sixtieth as fast as the machine's: on a busy machine, a verifier that is late does not hang, and keeps its leases. */
  const hubClock = () => clock.now + performance.now() / 60
  const server = serveKeyward({
    engine: "sqlite",
    clock,
    wrapHub: () => createHub({ maxVerifiers: 1_000, clock: hubClock, mayLend: () => true }),
    wrapVerifiers: (parts) => ({ ...parts, clock: hubClock }),
  })
  const seen = { local: 0, asked: 0, codes: new Set<string>() }

  test("gives the same results as keys.verifyKey", async () => {
    await fc.assert(
      fc.asyncProperty(scene, fc.array(step, { minLength: 20, maxLength: 50 }), async (scene, steps) => {
        const twins = await Promise.all([prepare(scene), prepare(scene)])
        let verifier = await attach(twins[0].rootKey)
        const detach = async () => {
          await verifier.close()
          seen.local += verifier.counts.local
          seen.asked += verifier.counts.asked
        }
        try {
          for (const one of steps) {
            await take(one, twins, verifier)
            if (one.type !== "call" || one.operation !== "disable workspace") continue
            // It was refused, and would try again after half a minute.
            await detach()
            verifier = await attach(twins[0].rootKey)
          }
        } finally {
          await detach()
        }
        // A connection that the server ends may take the latest rows with it.
        if (steps.some((one) => one.type === "call" && one.operation === "disable workspace")) return
        const usages = () => Promise.all(twins.map(usageOf))
        const areEqual = async () => new Set(await usages()).size === 1
        await until(areEqual, async () => (await usages()).join("\n"), 60_000)
      }),
      { numRuns: rounds, examples: [everyCode, plainKeys].map(({ scene, steps }) => [scene, steps]) },
    )
    // Otherwise nothing was compared.
    expect(seen.local).toBeGreaterThan(plainKeys.steps.length)
    expect(seen.asked).toBeGreaterThan(rounds)
    expect([...seen.codes]).toEqual(expect.arrayContaining(["VALID", "DISABLED", "EXPIRED", "FORBIDDEN", "NOT_FOUND"]))
  })

  /** Its clocks are that of the server, which stands still while a result is compared. Its timers are real. */
  async function attach(key: string): Promise<LocalVerifier> {
    const clocks = { monotonic: () => clock.now, wall: () => clock.now }
    const verifier = createVerifier({ url: server.url, key, onState: () => {} }, { ...ownSurroundings, clocks })
    await until(() => verifier.state === "local")
    return verifier
  }

  interface Twin extends TestWorkspace {
    readonly apiId: string
    readonly otherApiId: string
    readonly keys: readonly { readonly key: string; readonly keyId: string }[]
  }

  async function prepare({ keys, apiAllowList, identityLimits, workspaceLimits }: Scene): Promise<Twin> {
    const workspace = await server.createWorkspace()
    const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: workspace.rootKey })
    const { apiId } = await ok("apis.createApi", { name: "one" })
    const { apiId: otherApiId } = await ok("apis.createApi", { name: "other" })
    await ok("apis.updateApi", { apiId, ipAllowlist: apiAllowList })
    await ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
    await ok("identities.createIdentity", { externalId: "user_1", ratelimits: identityLimits })
    const created = []
    for (const settings of keys) created.push(await ok("keys.createKey", { apiId, ...settings }))
    if ("verificationsPerMonth" in workspaceLimits) {
      const { workspaceId } = workspace
      await server.ok("workspaces.updateWorkspace", { workspaceId, limits: workspaceLimits }, server.operator)
    }
    return { ...workspace, apiId, otherApiId, keys: created }
  }

  async function take(one: Step, twins: readonly Twin[], verifier: LocalVerifier): Promise<void> {
    const both = (operation: string, body: (twin: Twin) => unknown) =>
      Promise.all(twins.map((twin) => server.call(operation, body(twin), { key: twin.rootKey })))
    const keyIdIn = ({ keys }: Twin, which: number) => keys[which]?.keyId ?? "key_unknown"
    switch (one.type) {
      case "verify":
        for (let time = 0; time < one.times; time += 1) await compare(one, twins, verifier)
        return
      case "wait":
        clock.now += one.ms
        // The old lease is over, and the new one brings the new time.
        if (one.ms > 1) await until(() => verifier.state === "local")
        return
      case "update":
        await both("keys.updateKey", (twin) => ({ keyId: keyIdIn(twin, one.which), ...one.patch }))
        return
      case "call":
        if (one.operation === "delete key") {
          await both("keys.deleteKey", (twin) => ({ keyId: keyIdIn(twin, one.which) }))
        } else if (one.operation === "limit identity") {
          const { ratelimits } = one
          await both("identities.updateIdentity", () => ({ identity: "user_1", ratelimits }))
        } else if (one.operation === "disable workspace") {
          const each = async (operation: string, more: object) => {
            for (const { workspaceId } of twins) {
              await server.ok(`workspaces.${operation}`, { workspaceId, ...more }, server.operator)
            }
          }
          await each("disableWorkspace", { reason: "terms_violation" })
          await compare({ ...one, options: {} }, twins, verifier)
          await each("enableWorkspace", {})
        }
    }
  }

  type Request = Pick<Step & { type: "verify" }, "which" | "options">

  async function compare({ which, options }: Request, twins: readonly Twin[], verifier: LocalVerifier): Promise<void> {
    const [own, other] = twins
    if (own === undefined || other === undefined) throw new Error("There are two workspaces.")
    const inputFor = ({ keys, apiId, otherApiId }: Twin): KeysVerifyKeyInput => {
      const { keyspaces, ...others } = { keyspaces: undefined, ...options }
      const named = keyspaces === undefined ? {} : { keyspaces: [keyspaces === "own" ? apiId : otherApiId] }
      return { key: keys[which]?.key ?? "acme_never_issued", ...others, ...named } as KeysVerifyKeyInput
    }
    const call = { totalTimeoutMs: 60_000, retries: 0 }
    const local = await verifier.keys.verifyKey(inputFor(own), call)
    const client = createKeyward({ url: server.url, key: other.rootKey })
    const overHttp = await client.keys.verifyKey(inputFor(other), call)
    expect(comparable(local)).toEqual(comparable(overHttp))
    if (overHttp.data !== undefined) seen.codes.add(overHttp.data.code)
  }

  async function usageOf({ rootKey }: Twin): Promise<string> {
    const range = { from: start - 86_400_000, to: clock.now + 86_400_000, interval: "day" }
    const usage = await server.ok("usage.getVerifications", { ...range, groupBy: ["code", "tag"] }, { key: rootKey })
    return JSON.stringify(usage)
  }
})

/** Without ids, which differ between the workspaces. */
function comparable({ data, error }: Awaited<ReturnType<LocalVerifier["keys"]["verifyKey"]>>): unknown {
  const result = error === undefined ? { data } : { code: error.code, status: error.status, errors: error.errors }
  return JSON.parse(JSON.stringify(result).replace(/\b([a-z]+)_[1-9A-HJ-NP-Za-km-z]{22}\b/g, "$1_…"))
}
