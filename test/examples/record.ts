import { createHash } from "node:crypto"
import { version } from "../../package.json"
import { encodeUuid } from "../../src/core/ids.ts"
import type { ResponseExamples } from "../../src/http/openapi/response-examples.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { originOf } from "../people/passkeys.ts"
import { answerProblem } from "./answer-problem.ts"
import { ownInstallation } from "./installation.ts"
import { type Situation, situationOf } from "./situation.ts"

/** Every operation starts on the same day, so that a new one changes no other example. */
export const firstDay = Date.UTC(2026, 0, 2, 9, 30)

interface Recorded {
  readonly responses: ResponseExamples
  /** One event of each type that an example makes. */
  readonly events: Readonly<Record<string, unknown>>
}

/** Sends the example of every operation to a real server, and returns responses and events as the documentation shows them. */
export async function recordExamples(): Promise<Recorded> {
  const clock = { now: firstDay }
  const source = createRandomSource()
  const options = { engine: "sqlite", clock, random: source.random } as const
  const shared = await startKeyward(options)
  const passTime = (milliseconds: number) => {
    clock.now += milliseconds
  }
  const record = async (operation: Operation): Promise<unknown> => {
    clock.now = firstDay
    source.restart(operation.name)
    await using own = await ownInstallation(operation, options)
    const { server, provider } = own ?? { server: shared }
    const { body, options: sent, shown } = await situationOf({ server, passTime, provider }, operation)
    const reply = await server.call(operation.name, body, sent)
    const problem = answerProblem(operation, reply)
    if (problem !== undefined) throw new Error(`The response to the example of ${operation.name}: ${problem}`)
    await recordEvents(server, reply.body.meta?.requestId, shown)
    return asShown(reply.text, { name: operation.name, server, shown })
  }
  const events: Record<string, unknown> = {}
  const recordEvents = async (server: TestServer, requestId: unknown, shown: Situation["shown"]) => {
    if (typeof requestId !== "string") return
    const made = await server.ok("events.listEvents", { requestId }, { key: server.operatorKey })
    for (const { sequence: _sequence, ...event } of made) {
      events[event.type] ??= asShown(JSON.stringify(event), { name: event.type, server, shown })
    }
  }
  const recorded: Record<string, unknown> = {}
  try {
    for (const operation of operations.filter(({ kind }) => kind !== "stream"))
      recorded[operation.name] = await record(operation)
    for (const [name, path] of Object.entries(openPaths)) {
      const { text } = await shared.request(path, { headers: { Accept: "application/json" } })
      recorded[name] = asShown(text, { name, server: shared, shown: [] })
    }
  } finally {
    await shared.stop()
  }
  return { responses: recorded, events: Object.fromEntries(Object.entries(events).toSorted()) }
}

/** Paths without authentication that return JSON. */
const openPaths = {
  liveness: "/v2/liveness",
  readiness: "/readyz",
  errorPage: "/api-reference/errors-v2/service/data/key_not_found",
}

/** The same bytes in every run. Ids and keys have different lengths, so one does not depend on the number of others. */
function createRandomSource() {
  let seed = ""
  const calls = new Map<number, number>()
  return {
    restart(name: string) {
      seed = name
      calls.clear()
    },
    random(length: number): Uint8Array {
      const count = calls.get(length) ?? 0
      calls.set(length, count + 1)
      return bytesFor(`${seed} ${length} ${count}`, length)
    },
  }
}

interface Shown {
  readonly name: string
  readonly server: TestServer
  readonly shown: Situation["shown"]
}

function asShown(json: string, { name, server, shown }: Shown): unknown {
  const publicUrl = "https://keys.example.com"
  const own: Situation["shown"] = [...shown, [originOf(server), publicUrl], [server.url, publicUrl]]
  let text = own.reduce((before, [from, to]) => before.replaceAll(from, to), json)
  for (const [pattern, to] of replacements) text = text.replaceAll(pattern, to)
  // The use of a root key a moment ago may be stored by now, or not yet.
  if (name === "rootKeys.listKeys") text = text.replaceAll(/"lastUsedAt":\d+/g, '"lastUsedAt":0')
  else if (name.startsWith("rootKeys.")) text = text.replaceAll(/,"lastUsedAt":\d+/g, "")
  const kept = new Set(own.map(([, to]) => to))
  const ids = new Map<string, string>()
  const withIds = text.replaceAll(/\b([a-z]{2,5})_[1-9A-HJ-NP-Za-km-z]{22}\b/g, (id, prefix: string) => {
    if (kept.has(id)) return id
    const known = ids.get(id) ?? `${prefix}_${stableId(`${name} ${ids.size}`)}`
    ids.set(id, known)
    return known
  })
  return JSON.parse(withIds)
}

const digest = "q1b7mTj0rU0K3sZJx8Vw4uYH2nLcE5pA9dGfR6oBiXk"

/** Values that depend on the machine, on time or on a random source that tests cannot replace. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/"challenge":"[^"]+"/g, `"challenge":"${digest}"`],
  [/"head":"[^"]+"/g, `"head":"${digest}="`],
  [/(state|nonce|code_challenge)=[\w-]{43}/g, `$1=${digest}`],
  [/http%3A%2F%2Flocalhost%3A\d+/g, "https%3A%2F%2Fkeys.example.com"],
  [/"user":\{"id":"[^"]+"/g, `"user":{"id":"${Buffer.from("usr_1CAiZx1YPnJZtcPxTdBGPS").toString("base64url")}"`],
  [/"localhost"/g, '"keys.example.com"'],
  [/"127\.0\.0\.1"/g, '"203.0.113.7"'],
  [/"Bun\/[\d.]+"/g, '"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"'],
  [/[0-9a-f-]{36}@example\.com/g, "grace@example.com"],
  [/"Grace"/g, '"Grace Hopper"'],
  [/"node_[0-9a-f]{32}"/g, '"node_6784b19192bb4f75a950579490eeccb4"'],
  [/"host":"[^"]+"/g, '"host":"keyward-1"'],
  [/"durationMs":\d+/g, '"durationMs":84'],
  [/"memory":\d+/g, '"memory":104857600'],
  [/"verificationsPerSecond":[\d.]+/g, '"verificationsPerSecond":12.5'],
  [new RegExp(`"version":"${version.replaceAll(".", "\\.")}"`, "g"), '"version":"1.0.0"'],
]

/** A text in the form of a version 7 UUID of the first day. */
function stableId(seed: string): string {
  const bytes = bytesFor(seed, 16)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(firstDay / 2 ** 32))
  view.setUint32(2, firstDay % 2 ** 32)
  return encodeUuid(bytes)
}

function bytesFor(seed: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 32) {
    const block = createHash("sha256").update(`${seed} ${at}`).digest()
    bytes.set(block.subarray(0, length - at), at)
  }
  return bytes
}
