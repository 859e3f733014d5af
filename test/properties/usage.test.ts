import { beforeAll, describe, expect, test } from "bun:test"
import { codes } from "../../src/contract/verdicts.ts"
import { engines } from "../harness/harness.ts"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { groupName, type ModelGroup, type UsageRequest, usageOf, type Verified } from "./usage-model.ts"

/**
 * docs/contract.md#251-usagegetverifications: counts are exact. Random verifications, over hours, months and restarts,
 * are compared with a model. KEYWARD_TEST_SEED=<seed> repeats a run.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const start = Date.UTC(2026, 0, 29, 22, 58, 30)
const rounds = 8
const verificationsPerRound = 30
const queriesPerRound = 12

interface Key {
  readonly keyId: string
  readonly key: string
  readonly apiId: string
  identityId?: string
}

describe.each([...engines])("usage on %s", (engine) => {
  const random = createRandom(seed)
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })
  const keys: Key[] = []
  const identities: string[] = []
  const apis: string[] = []
  const verified: Verified[] = []
  let refusedByQuota = 0

  beforeAll(async () => {
    for (const name of ["one", "two"]) apis.push((await keyward.ok("apis.createApi", { name })).apiId)
    for (const externalId of ["ann", "bob", "eve"]) {
      const { identityId } = await keyward.ok("identities.createIdentity", { externalId })
      identities.push(identityId)
    }
    for (let index = 0; index < 8; index += 1) {
      const apiId = apis[index % 2] ?? ""
      const owner = index % 3 === 0 ? undefined : index % 3 === 1 ? "ann" : "bob"
      const settings = [{}, { credits: { remaining: 40 } }, { enabled: false }, { expires: start + 40 * dayMs }]
      const { keyId, key } = await keyward.ok("keys.createKey", {
        apiId,
        ...(owner && { externalId: owner }),
        ...settings[index % 4],
        ...(index === 4 && { ratelimits: [{ name: "calls", limit: 3, duration: hourMs, autoApply: true }] }),
      })
      const identityId = owner && identities[owner === "ann" ? 0 : 1]
      keys.push({ keyId, key, apiId, ...(identityId && { identityId }) })
    }
  })

  const verify = async () => {
    const tags = random.some(["a", "b", "c=1", 'quote"', "ü"], random.below(3))
    const cost = random.below(3)
    if (random.below(8) === 0) {
      await keyward.ok("keys.verifyKey", { key: "unknown", tags })
      verified.push({ time: clock.now, code: "NOT_FOUND", tags: [], credits: 0 })
      return
    }
    const one = keys[random.below(keys.length)]
    if (one === undefined) throw new Error("There are no keys.")
    const { code, credits } = await keyward.ok("keys.verifyKey", { key: one.key, tags, credits: { cost } })
    const { keyId, apiId, identityId } = one
    const spent = code === "VALID" && credits !== undefined ? cost : 0
    verified.push({ time: clock.now, code, apiId, keyId, ...(identityId && { identityId }), tags, credits: spent })
  }

  /** Moves a key to another customer: its earlier verifications stay with the customer of then. */
  const moveKey = async () => {
    const one = keys[random.below(keys.length)]
    const owner = random.below(2)
    if (one === undefined) return
    await keyward.ok("keys.updateKey", { keyId: one.keyId, externalId: ["ann", "bob"][owner] })
    one.identityId = identities[owner] ?? ""
  }

  const total = async () =>
    (await keyward.ok("usage.getVerifications", { from: 0, to: clock.now + dayMs, interval: "total" })).total

  /** One or two of three, the last of which never has a key. */
  const namedIdentities = () => random.some(identities, 1 + random.below(2))

  const randomRequest = () => {
    const dimensions = ["api", "key", "identity", "code", "tag"]
    const groupBy = random.some(dimensions, random.below(3))
    const isTagged = groupBy.includes("tag")
    const interval = random.pick<string | undefined>([undefined, "minute", "hour", "day", "month", "total"])
    const tag = random.below(4) === 0 ? random.pick(["a", "c=1", "never"]) : undefined
    const isFine = interval === "minute" && (isTagged || tag !== undefined)
    const from = Math.max(0, clock.now - random.pick([0, 5 * minuteMs, 3 * hourMs, 20 * hourMs, 9 * dayMs, 70 * dayMs]))
    return {
      from,
      ...(random.below(2) === 0 && { to: clock.now + 1 - random.below(Math.max(1, clock.now - from)) }),
      ...(interval && !isFine && { interval }),
      ...(random.below(4) === 0 && { apiId: random.pick([apis[0] ?? "", apis[1] ?? ""]) }),
      ...(random.below(4) === 0 && { keyIds: random.some(keys, 3).map(({ keyId }) => keyId) }),
      ...random.pick([{}, {}, { identity: identities[random.below(2)] ?? "" }, { identities: namedIdentities() }]),
      ...(random.below(4) === 0 && { codes: random.some([...codes], 1 + random.below(3)) }),
      ...(tag && { tag }),
      groupBy,
      limit: random.pick([1, 3, 100]),
    }
  }

  const check = async (request: UsageRequest & { readonly from: number; readonly interval?: string }) => {
    const reply = await keyward.call("usage.getVerifications", request)
    if (reply.status === 400) return expect(reply.text).toMatch(/at most 1500 points|must be at least|minute/)
    if (reply.status !== 200) throw new Error(`${JSON.stringify(request)} ${reply.text} ${keyward.log.at(-1)}`)
    const { data } = reply.body
    const model = usageOf(verified, request, data)
    expect({ total: data.total, credits: data.credits }).toEqual({ total: model.total, credits: model.credits })
    const left = new Map(model.groups)
    let other: ModelGroup | undefined
    for (const { total: size, credits, counts, creditCounts, name: _name, ...fields } of data.groups) {
      expect([size, credits]).toEqual([sum(counts), sum(creditCounts)])
      if (fields.other) {
        other = { counts, creditCounts }
        continue
      }
      const name = groupName({ ...fields, ...(fields.identity && { identity: fields.identity.id }) })
      const expected = request.groupBy.length === 0 ? { counts, creditCounts } : left.get(name)
      expect({ name, counts, creditCounts }).toEqual({ name, ...(expected ?? { counts: [], creditCounts: [] }) })
      left.delete(name)
    }
    const sizes = data.groups.map(({ total: size }: { total: number }) => size)
    const shown = other === undefined ? sizes : sizes.slice(0, -1)
    expect(shown).toEqual(shown.toSorted((one: number, another: number) => another - one))
    if (request.groupBy.length === 0) return
    expect(shown.length).toBeLessThanOrEqual(request.limit)
    const rest = {
      counts: sumOf([...left.values()], "counts"),
      creditCounts: sumOf([...left.values()], "creditCounts"),
    }
    expect<object>(other ?? { counts: [], creditCounts: [] }).toEqual(rest)
    for (const group of left.values()) expect(sum(group.counts)).toBeLessThanOrEqual(Math.min(...shown))
    const groupsTotal = sum(sizes)
    if (!request.groupBy.includes("tag")) expect(groupsTotal).toBe(data.total)
  }

  test(`agrees with a model (seed ${seed})`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (let index = 0; index < verificationsPerRound; index += 1) {
        clock.now += random.pick([
          10,
          900,
          20_000,
          5 * minuteMs,
          ...(index === 0 ? [hourMs, 26 * hourMs, 9 * dayMs] : []),
        ])
        await (random.below(15) === 0 ? moveKey() : verify())
      }
      // A graceful stop stores everything, and the next start rolls finished hours up.
      if (round % 2 === 0) {
        await keyward.restart()
        expect(await total()).toBe(verified.length)
      } else {
        while ((await total()) < verified.length) await Bun.sleep(20)
      }
      for (let index = 0; index < queriesPerRound; index += 1) {
        const request = randomRequest()
        await check(request).catch((error) => {
          throw new Error(`${JSON.stringify(request)} at ${clock.now}: ${error.message}`)
        })
      }
    }
  })

  test("counts calls that a quota refused apart from verifications", async () => {
    const limits = { verificationsPerMonth: verified.length }
    await keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId: keyward.workspaceId, limits },
      { key: keyward.operatorKey },
    )
    while (refusedByQuota < 3) {
      const { status } = await keyward.call("keys.verifyKey", { key: keys[0]?.key })
      if (status === 403) refusedByQuota += 1
      else verified.push({ time: clock.now, code: "VALID", tags: [], credits: 0 })
    }
    const read = () => keyward.ok("usage.getVerifications", { from: 0, to: clock.now + dayMs, interval: "total" })
    while ((await read()).refusedByQuota < refusedByQuota) await Bun.sleep(20)
    expect(await read()).toMatchObject({ total: verified.length, refusedByQuota })
  })
})

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function sumOf(groups: readonly ModelGroup[], field: keyof ModelGroup): readonly number[] {
  const [first] = groups
  return first === undefined
    ? []
    : first[field].map((_count, index) => sum(groups.map((group) => group[field][index] ?? 0)))
}
