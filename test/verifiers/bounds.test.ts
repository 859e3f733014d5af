import { describe, expect, test } from "bun:test"
import { verifierBounds } from "../../src/contract/verifier.ts"
import { chunksOf } from "../../src/core/chunks.ts"
import { createHub } from "../../src/verifiers/hub.ts"
import { createKey } from "../harness/fixtures.ts"
import { startKeyward, type TestOptions, type TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { attachDeaf } from "./deaf-verifier.ts"
import { attach, hashOf, type RawVerifier, tryToAttach } from "./raw-verifier.ts"

/** Rule 8 of docs/verifier-protocol.md#what-the-server-does: each bound is kept, and missed when it is turned off. */

type Switch = Pick<TestOptions, "wrapHub" | "wrapVerifiers">

const asksPerMessage = 100
const environment = { KEYWARD_VERIFIERS: "3" }

/** The code with which the server ends what exceeds the bound; undefined if it does not. */
type Scenario = (keyward: TestServer) => Promise<number | undefined>

const oneTooMany: Scenario = async (keyward) => {
  const all = await Promise.all(Array.from({ length: 3 }, () => attach(keyward.url, keyward.rootKey)))
  const more = await tryToAttach(keyward.url, keyward.rootKey)
  for (const raw of all) raw.close()
  if ("code" in more) return more.code
  more.close()
  return undefined
}

/** Asks that the storage does not answer, until all have come. */
const tooManyAsks: Scenario = async (keyward) => {
  const raw = await attach(keyward.url, keyward.rootKey)
  const { promise, resolve } = Promise.withResolvers<void>()
  lookups = promise
  const messages = 11
  for (let message = 0; message < messages; message += 1) {
    const numbers = Array.from({ length: asksPerMessage }, (_, index) => message * asksPerMessage + index)
    raw.send({ t: "verify", asks: numbers.map((i) => ({ i, hash: hashOf(`unknown ${i}`) })) })
  }
  // What comes after the asks is answered after all of them were read.
  await raw.renew()
  resolve()
  const answered = () => raw.frames.flatMap(({ t, answers }) => (t === "verdicts" ? answers : [])).length
  await until(() => raw.end !== undefined || answered() === messages * asksPerMessage)
  const code = raw.end?.code
  raw.close()
  return code
}
let lookups = Promise.resolve()
const wrapStore: TestOptions["wrapStore"] = (store) => ({
  ...store,
  verification: {
    ...store.verification,
    async findUncached(...query) {
      await lookups
      return store.verification.findUncached(...query)
    },
  },
})

const unreadAnswers: Scenario = async (keyward) => {
  const { key } = await createKey(keyward, { meta: { text: "x".repeat(30_000) } })
  const deaf = await attachDeaf(keyward.url, keyward.rootKey)
  const messages = 10
  const asks = Array.from({ length: asksPerMessage }, (_, i) => ({ i, hash: hashOf(key), held: true }))
  for (let message = 0; message < messages; message += 1) deaf.send({ t: "verify", asks })
  // Far more than the bound and the buffers of the system. A busy server refuses some asks, so not all answers are large.
  const code = await deaf.hear((messages * asksPerMessage * 30_000) / 2)
  deaf.stop()
  return code
}

const endless: Switch = {
  wrapVerifiers: (parts) => ({
    ...parts,
    bounds: { asksInFlight: Number.MAX_SAFE_INTEGER, unsentBytes: 64 * 1_048_576 },
  }),
}
const roomy: Switch = {
  wrapHub: () => createHub({ maxVerifiers: 1_000, clock: () => performance.now(), mayLend: () => true }),
}

const cases: readonly (readonly [string, Scenario, number, Switch])[] = [
  ["connections", oneTooMany, 4503, roomy],
  ["asks in flight", tooManyAsks, 4413, endless],
  ["bytes that a verifier does not read", unreadAnswers, 4413, endless],
]

describe("the bound of", () => {
  test.each(cases)("%s", async (_what, scenario, code, withoutBound) => {
    const [sound, unbounded] = await Promise.all([
      startKeyward({ engine: "sqlite", environment, wrapStore }),
      startKeyward({ engine: "sqlite", environment, wrapStore, ...withoutBound }),
    ])
    expect(await scenario(sound)).toBe(code)
    expect(await scenario(unbounded)).toBeUndefined()
    await Promise.all([sound.stop(), unbounded.stop()])
  })
})

test("1,000 asks in flight are all answered, although a workspace has fewer places", async () => {
  const keyward = await startKeyward({ engine: "sqlite", environment, wrapStore })
  const { promise, resolve } = Promise.withResolvers<void>()
  lookups = promise
  const raw = await attach(keyward.url, keyward.rootKey)
  const numbers = Array.from({ length: verifierBounds.asksInFlight }, (_, index) => index)
  for (const some of chunksOf(numbers, asksPerMessage)) {
    raw.send({ t: "verify", asks: some.map((i) => ({ i, hash: hashOf(`unknown ${i}`) })) })
  }
  await raw.renew()
  resolve()
  const answers = () => raw.frames.flatMap(({ t, answers }) => (t === "verdicts" ? answers : []))
  await until(() => answers().length === numbers.length)
  expect(answers().map(({ i }) => i)).toEqual(numbers)
  expect(answers().filter(({ data }) => data?.code !== "NOT_FOUND")).toEqual([])
  raw.close()
  await keyward.stop()
})

test("a workspace that holds every place gives up its newest for another workspace", async () => {
  const keyward = await startKeyward({ engine: "sqlite", environment })
  const { rootKey: other } = await keyward.createWorkspace()
  const held: RawVerifier[] = []
  for (let count = 0; count < 3; count += 1) held.push(await attach(keyward.url, keyward.rootKey))
  const newest = held.at(-1)
  const { key } = await createKey(keyward)
  await newest?.ask(key)
  const first = await attach(keyward.url, other)
  expect(await newest?.renew()).toMatchObject({ ms: 0 })
  newest?.acknowledge()
  expect(await newest?.ended()).toEqual({ code: 4503, reason: "another workspace has fewer verifiers" })
  for (const rootKey of [other, keyward.rootKey]) {
    expect(await tryToAttach(keyward.url, rootKey)).toEqual({ code: 4503, reason: "full" })
  }
  expect([...held.slice(0, 2), first].map(({ end }) => end)).toEqual([undefined, undefined, undefined])
  for (const raw of [...held.slice(0, 2), first]) raw.close()
  await keyward.stop()
})
