import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { isRepeatable } from "../../src/operations/operation.ts"
import { engines, type Reply, startKeyward, type TestServer } from "../harness/harness.ts"
import { createRandom, type Random } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { createWorld, exampleIn, type World } from "../harness/world.ts"
import { listingOf } from "../requests/listing.ts"
import { type Fingerprints, openFingerprints } from "../storage/fingerprint.ts"
import { type FuzzedBody, fuzzedBodies } from "./bodies.ts"
import { queries } from "./queries.ts"
import { type BrokenRequest, brokenIdempotencyKeys, brokenRequests } from "./requests.ts"
import { codeOf, problemWith } from "./response.ts"
import { type Trickled, trickle } from "./trickle.ts"

/**
 * Sends invalid values at every position of every operation. Nothing may fail, and refused requests must have no
 * effect. KEYWARD_TEST_FUZZ_ROUNDS adds rounds with other seeds.
 */

const rounds = Number(process.env.KEYWARD_TEST_FUZZ_ROUNDS ?? 1)
/** Most bodies do the same on both engines, so the slower one gets fewer. */
const variationsPerPlace = { sqlite: 4, postgres: 2 }
const requestsPerOperation = 12
const atOnce = 16
const timeoutMs = 900_000 * rounds

const named = operations.map((operation) => [operation.name, operation] as const)

/** Slow requests run while everything else is tested. */
const slowServer = serveKeyward({ engine: "sqlite" })
let slow: Record<SlowSender, Promise<readonly Trickled[]>>
type SlowSender =
  | "a small body that stops arriving"
  | "a large body that stops arriving"
  | "pieces that never end"
  | "a large body that arrives"

beforeAll(async () => {
  const large = '{"name":"Slow but steady"}'.padEnd(100_000)
  const parts = Array.from({ length: 20 }, (_, index) => large.slice(index * 5_000, (index + 1) * 5_000))
  const pieces = Array.from({ length: 40 }, () => "1\r\n \r\n")
  slow = {
    "a small body that stops arriving": once(() => trickle(slowServer, "Content-Length: 100", ['{"name"'])),
    "a large body that stops arriving": once(() => trickle(slowServer, "Content-Length: 100000", ['{"name"'])),
    // Stops shortly before the end, because a piece that meets the closing connection may discard the response.
    "pieces that never end": asTimePasses(() => trickle(slowServer, "Transfer-Encoding: chunked", pieces, 25_000)),
    "a large body that arrives": once(() => trickle(slowServer, "Content-Length: 100000", parts)),
  }
})
const once = <T>(work: () => Promise<T>) => Promise.all([work()])
/** Bun checks connections every four seconds. Whenever one started, it must not be closed before its response. */
const asTimePasses = <T>(work: () => Promise<T>) =>
  Promise.all([0, 1_000, 2_000, 3_000].map((delay) => Bun.sleep(delay).then(work)))

describe.each([...engines])("garbage on %s", (engine) => {
  const clock = { now: Date.now() }
  let server: TestServer
  let own: World
  let foreign: World
  /** What both worlds show before anything is sent. */
  let listed: string[]
  let fingerprints: Fingerprints
  let before: string

  beforeAll(async () => {
    server = await startKeyward({ engine, clock })
    own = await createWorld(server)
    foreign = await createWorld(server)
    listed = await listings()
    fingerprints = await openFingerprints(server)
  })
  beforeEach(async () => {
    before = await fingerprints.take()
  })
  afterAll(async () => {
    await fingerprints.close()
    await server.stop()
  })

  /** No engine sees what these send, so one server is enough for them. */
  if (engine === "sqlite") {
    test.each(named)(
      "%s refuses every illegal body, without an effect",
      async (name, operation) => {
        const random = createRandom(seed ^ Bun.hash.crc32(name))
        for (let round = 0; round < rounds; round += 1) {
          const start = startingPoint(operation, random)
          const bodies = fuzzedBodies(operation, start.body, { random, variations: variationsPerPlace.sqlite })
          await sendIllegal(
            operation,
            start,
            bodies.filter(({ isIllegal }) => isIllegal),
          )
        }
      },
      timeoutMs,
    )

    test.each(named)(
      "%s refuses requests with a broken encoding, size or header",
      async (name, operation) => {
        const random = createRandom(seed ^ Bun.hash.crc32(name))
        const start = startingPoint(operation, random)
        const legal = JSON.stringify(start.body)
        const all = [...brokenRequests(legal), ...(isRepeatable(operation) ? brokenIdempotencyKeys(legal) : [])]
        await inGroups(random.some(all, requestsPerOperation * rounds), async (request) => {
          const reply = await sendBroken(operation, start, request)
          if (codeOf(reply) !== request.expected) {
            report(operation, request.name, reply, `should be ${request.expected}`)
          }
          return reply
        })
      },
      timeoutMs,
    )

    test("GET refuses every illegal query and reports the location", async () => {
      const operation = operations.find(({ name }) => name === "identities.listIdentities")
      if (operation === undefined) throw new Error("there is no such operation")
      await inGroups(
        queries.map((one) => ({ ...one, name: one.query })),
        async ({ query, location }) => {
          const headers = { Authorization: `Bearer ${own.rootKey}` }
          const reply = await ask(operation, query, () => ({ headers }), `/v1/identities.listIdentities?${query}`)
          const told = reply.body.error?.errors.map((violation: { location: string }) => violation.location)
          expect(told?.[0], query).toBe(location)
          return reply
        },
      )
    })

    test("after all of these, the memory of the server too is as before", async () => {
      expect(await listings()).toEqual(listed)
    })
  }

  test.each(named)(
    "%s accepts or refuses every other body, and one that it refuses has no effect",
    async (name, operation) => {
      const random = createRandom(seed ^ Bun.hash.crc32(name))
      for (let round = 0; round < rounds; round += 1) {
        const start = startingPoint(operation, random)
        const bodies = fuzzedBodies(operation, start.body, { random, variations: variationsPerPlace[engine] })
        await sendOpen(
          operation,
          start,
          bodies.filter(({ isIllegal }) => !isIllegal),
        )
      }
    },
    timeoutMs,
  )

  interface Start {
    readonly world: World
    readonly key: string
    readonly body: unknown
  }

  /** A request that the operation accepts, from any kind of caller that it allows. */
  function startingPoint(operation: Operation, random: Random): Start {
    const { name, callers = ["root_key"], scope } = operation
    const caller =
      name === "keys.revokeSelf" ? "api_key" : random.pick([callers[0] ?? "root_key", callers.at(-1) ?? "root_key"])
    const keys = {
      operator: server.operatorKey,
      root_key: own.rootKey,
      api_key: own.key,
      user: "",
      visitor: "",
      portal: "",
    }
    const example = exampleIn(own, operation)
    const needsWorkspace = caller === "operator" && scope !== "installation"
    const body = needsWorkspace ? { ...Object(example), workspaceId: own.workspaceId } : example
    return { world: own, key: keys[caller], body }
  }

  async function listings(): Promise<string[]> {
    return [await listingOf(server, own), await listingOf(server, foreign)]
  }

  async function sendIllegal(operation: Operation, start: Start, bodies: readonly FuzzedBody[]): Promise<void> {
    await inGroups(bodies, async ({ name, text }) => {
      const reply = await send(operation, start, text)
      if (reply.status !== 400) report(operation, name, reply, "should be refused with 400")
      return reply
    })
  }

  /** Sends groups at once, and compares the state before and after each. */
  async function inGroups<Item extends { readonly name: string }>(
    items: readonly Item[],
    sendOne: (item: Item) => Promise<Reply>,
  ): Promise<void> {
    for (let next = 0; next < items.length; next += atOnce) {
      const group = items.slice(next, next + atOnce)
      await Promise.all(group.map(sendOne))
      const after = await fingerprints.take()
      const names = group.map(({ name }) => name).join("\n")
      if (after !== before) throw new Error(`seed ${seed}: one of these was refused and changed something:\n${names}`)
    }
  }

  /** Requests that may be valid run one after the other, with a new world after each effect. */
  async function sendOpen(operation: Operation, start: Start, bodies: readonly FuzzedBody[]): Promise<void> {
    for (const { name, text } of bodies) {
      const key = operation.name === "keys.revokeSelf" ? own.key : moved(start.key, start.world)
      const reply = await send(operation, { ...start, key }, moved(text, start.world))
      const after = await fingerprints.take()
      if (reply.status !== 200 && after !== before) report(operation, name, reply, "changed something")
      if (reply.status === 200 && operation.kind === "mutation") own = await createWorld(server)
      before = reply.status === 200 ? await fingerprints.take() : after
    }
  }

  /** Translates text for one world to the world that replaces it. */
  function moved(text: string, from: World): string {
    if (from === own) return text
    return Object.entries(own).reduce((moving, [name, id]) => moving.replaceAll(Reflect.get(from, name), id), text)
  }

  function send(operation: Operation, { key }: Start, text: string): Promise<Reply> {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
    return ask(operation, text, () => ({ method: "POST", headers, body: text }))
  }

  function sendBroken(operation: Operation, { key }: Start, request: BrokenRequest): Promise<Reply> {
    const { name, body, isChunked = false } = request
    const headers = { Authorization: `Bearer ${key}`, ...request.headers }
    return ask(operation, name, () => ({
      method: "POST",
      headers,
      ...(body && { body: isChunked ? inPieces(body) : body }),
    }))
  }

  /** Retries if the server is overloaded or the API key has reached its limit of the minute. */
  async function ask(
    operation: Operation,
    sent: string,
    request: () => RequestInit,
    path = `/v2/${operation.name}`,
  ): Promise<Reply> {
    let reply = await server.request(path, request())
    for (let tries = 1; (reply.status === 503 || reply.status === 429) && tries < 20; tries += 1) {
      if (reply.status === 429) clock.now += 120_000
      else await Bun.sleep(10 * tries)
      reply = await server.request(path, request())
    }
    const trouble = problemWith(operation, reply)
    if (trouble !== undefined) report(operation, sent, reply, trouble)
    return reply
  }
})

describe("slow senders", () => {
  test.each([
    // Without that limit, the one for the whole body would refuse these after 30 s.
    ["a small body that stops arriving", 15_000, 28_000],
    ["a large body that stops arriving", 15_000, 28_000],
    // Without that limit, these would be refused 15 s after their last piece.
    ["pieces that never end", 30_000, 38_000],
  ] as const)("%s: refused with 408 after %d ms", async (name, limitMs, longestMs) => {
    for (const { reply, tookMs } of await slow[name]) {
      expect([reply.status, codeOf(reply)]).toEqual([408, "application/request_timeout"])
      expect(tookMs).toBeGreaterThan(limitMs - 500)
      expect(tookMs).toBeLessThan(longestMs)
    }
  })

  test("a large body that takes 20 s without a pause is served, and no other", async () => {
    const served = await slow["a large body that arrives"]
    expect(served.map(({ reply }) => reply.status)).toEqual([200])
    for (const { tookMs } of served) expect(tookMs).toBeGreaterThan(18_000)
    const apis: { id: string }[] = await slowServer.ok("apis.listApis")
    expect(apis.map(({ id }) => id)).toEqual(served.map(({ reply }) => reply.body.data.apiId))
  })
})

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  const size = Math.ceil(bytes.length / 7)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(sent, sent + size))
      sent += size
    },
  })
}

function report({ name }: Operation, sent: string, { status, text }: Reply, trouble: string): never {
  throw new Error(
    `seed ${seed}: ${name}: ${sent.slice(0, 400)}\nis answered ${status} ${text.slice(0, 600)}\nwhich ${trouble}`,
  )
}
