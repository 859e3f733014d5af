import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { operations } from "../src/operations/index.ts"
import type { Operation } from "../src/operations/operation.ts"
import { type Fingerprints, openFingerprints } from "./fingerprint.ts"
import { codeOf, troubleWith } from "./fuzz/answer.ts"
import { type FuzzedBody, fuzzedBodies } from "./fuzz/bodies.ts"
import { createRandom, type Random } from "./fuzz/random.ts"
import { type BrokenRequest, brokenIdempotencyKeys, brokenRequests } from "./fuzz/requests.ts"
import { engines, type Reply, startKeyward, type TestServer } from "./harness.ts"
import { listingOf } from "./listing.ts"
import { createWorld, exampleIn, type World } from "./world.ts"

/**
 * Garbage in every place of every operation: never a failure, never an effect of what was refused. One round is the
 * same at every run; KEYWARD_TEST_FUZZ_ROUNDS makes more of them, from a seed of their own.
 */

const rounds = Number(process.env.KEYWARD_TEST_FUZZ_ROUNDS ?? 1)
const seed = Number(process.env.KEYWARD_TEST_FUZZ_SEED ?? (rounds === 1 ? 1 : Date.now() % 1_000_000_000))
const variationsPerPlace = 5
const requestsPerOperation = 12
const atOnce = 16
const timeoutMs = 30_000 * rounds

const named = operations.map((operation) => [operation.name, operation] as const)

describe.each([...engines])("garbage on %s", (engine) => {
  let server: TestServer
  let own: World
  let foreign: World
  let fingerprints: Fingerprints
  let before: string

  beforeAll(async () => {
    server = await startKeyward({ engine })
    own = await createWorld(server)
    foreign = await createWorld(server)
    fingerprints = await openFingerprints(server)
  })
  beforeEach(async () => {
    before = await fingerprints.take()
  })
  afterAll(async () => {
    await fingerprints.close()
    await server.stop()
  })

  test.each(named)(
    "%s refuses every illegal body and does nothing of it",
    async (name, operation) => {
      const random = createRandom(seed ^ Bun.hash.crc32(name))
      for (let round = 0; round < rounds; round += 1) {
        const start = startingPoint(operation, random)
        const bodies = fuzzedBodies(operation, start.body, { random, variations: variationsPerPlace })
        const listed = await listings()
        await sendIllegal(
          operation,
          start,
          bodies.filter(({ isIllegal }) => isIllegal),
        )
        expect(await listings()).toEqual(listed)
        await sendOpen(
          operation,
          start,
          bodies.filter(({ isIllegal }) => !isIllegal),
        )
      }
    },
    timeoutMs,
  )

  test.each(named)(
    "%s refuses requests that are broken below their JSON",
    async (name, operation) => {
      const random = createRandom(seed ^ Bun.hash.crc32(name))
      const start = startingPoint(operation, random)
      const legal = JSON.stringify(start.body)
      const isMutation = operation.kind === "mutation"
      const all = [...brokenRequests(legal), ...(isMutation ? brokenIdempotencyKeys(legal) : [])]
      await inGroups(random.some(all, requestsPerOperation * rounds), async (request) => {
        const reply = await sendBroken(operation, start, request)
        if (codeOf(reply) !== request.expected) report(operation, request.name, reply, `should be ${request.expected}`)
        return reply
      })
    },
    timeoutMs,
  )

  interface Start {
    readonly world: World
    readonly key: string
    readonly body: unknown
  }

  /** A request that the operation accepts, by any kind of caller that it has. */
  function startingPoint(operation: Operation, random: Random): Start {
    const { name, callers = ["root_key"], scope } = operation
    const caller =
      name === "keys.revokeSelf" ? "api_key" : random.pick([callers[0] ?? "root_key", callers.at(-1) ?? "root_key"])
    const keys = { operator: server.operatorKey, root_key: own.rootKey, api_key: own.key }
    const example = exampleIn(own, operation)
    const needsWorkspace = caller === "operator" && scope !== "installation"
    const body = needsWorkspace ? { ...Object(example), workspaceId: own.workspaceId } : example
    return { world: own, key: keys[caller], body }
  }

  function listings(): Promise<string[]> {
    return Promise.all([own, foreign].map((world) => listingOf(server, world)))
  }

  async function sendIllegal(operation: Operation, start: Start, bodies: readonly FuzzedBody[]): Promise<void> {
    await inGroups(bodies, async ({ name, text }) => {
      const reply = await send(operation, start, text)
      if (reply.status !== 400) report(operation, name, reply, "should be refused with 400")
      return reply
    })
  }

  /** Sends groups at once, and holds each against the state before it. */
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

  /** What may be legal: one after the other, and a new world after each that had an effect. */
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

  /** What was written for one world, for the world that has taken its place. */
  function moved(text: string, from: World): string {
    if (from === own) return text
    return Object.entries(own).reduce((moving, [name, id]) => moving.replaceAll(Reflect.get(from, name), id), text)
  }

  async function send(operation: Operation, { key }: Start, text: string): Promise<Reply> {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
    const reply = await server.request(`/v2/${operation.name}`, { method: "POST", headers, body: text })
    const trouble = troubleWith(operation, reply)
    if (trouble !== undefined) report(operation, text, reply, trouble)
    return reply
  }

  async function sendBroken(operation: Operation, { key }: Start, request: BrokenRequest): Promise<Reply> {
    const { body, isChunked = false, headers } = request
    const reply = await server.request(`/v2/${operation.name}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, ...headers },
      ...(body && { body: isChunked ? inPieces(body) : body }),
    })
    const trouble = troubleWith(operation, reply)
    if (trouble !== undefined) report(operation, request.name, reply, trouble)
    return reply
  }
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
