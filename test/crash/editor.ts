import type { Random } from "../harness/random.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type Actor, hold, newTally } from "./actor.ts"
import { type Call, dataOf, resultOf } from "./call.ts"

interface Held {
  readonly keyId: string
  readonly serial: string
  version: number
}

type Doubt =
  | { readonly type: "create"; readonly serial: string }
  | { readonly type: "update" | "delete"; readonly held: Held }

const mostHeld = 4
const mostVersions = 40

/** Creates, changes, deletes and reads keys, one call at a time, so that at most one is in doubt. */
export function createEditor(name: string, apiId: string, random: Random): Actor {
  const tally = newTally()
  const held = new Set<Held>()
  let gone: string[] = []
  let doubt: Doubt | undefined
  let serials = 0

  const perform = async (call: Call, next: Doubt, operation: string, body: object): Promise<boolean> => {
    const result = await resultOf(call(operation, body))
    if (result.type === "unanswered") {
      doubt = next
      tally.unanswered += 1
      return false
    }
    if (result.type === "done") {
      tally.acknowledged += 1
      apply(next, result.data.keyId)
    }
    return true
  }
  const apply = (done: Doubt, keyId: string) => {
    if (done.type === "create") held.add({ keyId, serial: done.serial, version: 0 })
    if (done.type === "update") done.held.version += 1
    if (done.type === "delete" && held.delete(done.held)) gone.push(done.held.keyId)
  }

  const create = (call: Call) => {
    serials += 1
    const serial = `${name}-${serials}`
    return perform(call, { type: "create", serial }, "keys.createKey", {
      apiId,
      externalId: serial,
      ...contentOf(serial, 0),
    })
  }
  const update = (call: Call, one: Held) =>
    perform(call, { type: "update", held: one }, "keys.updateKey", {
      keyId: one.keyId,
      ...contentOf(one.serial, one.version + 1),
    })
  const remove = (call: Call, one: Held) =>
    perform(call, { type: "delete", held: one }, "keys.deleteKey", { keyId: one.keyId })
  const read = async (call: Call, one: Held) => {
    const result = await resultOf(call("keys.getKey", { keyId: one.keyId }))
    if (result.type === "done")
      hold(isVersion(result.data, one, one.version), "a read shows what was acknowledged", result.data)
    return result.type !== "unanswered"
  }

  const resolveDoubt = async (call: Call, open: Doubt) => {
    if (open.type === "create") return resolveCreation(call, open)
    const one = open.held
    const reply = await call("keys.getKey", { keyId: one.keyId })
    const found = reply?.status === 200 ? reply.body.data : undefined
    const happened = open.type === "delete" ? found === undefined : found?.meta.version === one.version + 1
    if (happened) {
      tally.happened += 1
      apply(open, one.keyId)
    }
  }
  const resolveCreation = async (call: Call, open: Doubt & { readonly type: "create" }) => {
    const found = await dataOf(call("keys.listKeys", { externalId: open.serial }))
    hold(found.length <= 1, "an unacknowledged creation makes one key at most", found)
    const identity = await call("identities.getIdentity", { externalId: open.serial })
    hold((identity?.status === 200) === (found.length === 1), "a key and its identity come together", identity?.body)
    if (found.length === 0) return
    tally.happened += 1
    apply(open, found[0].keyId)
  }
  const check = async (call: Call, one: Held) => {
    const key = await dataOf(call("keys.getKey", { keyId: one.keyId }))
    hold(isVersion(key, one, one.version), `${one.serial} is at version ${one.version}, all of it`, key)
    const events = await dataOf(call("events.listEvents", { resourceId: one.keyId }))
    const types = events.map(({ type }: { type: string }) => type)
    const expected = [...Array(one.version).fill("key.updated"), "key.created"]
    hold(
      Bun.deepEquals(types, expected),
      `${one.serial} has one event for each of its ${one.version + 1} versions`,
      types,
    )
  }

  return {
    clients: 1,
    tally,
    keyIds: () => [...held].map(({ keyId }) => keyId),

    step(call) {
      const one = random.some([...held], 1)[0]
      if (one === undefined || (held.size < mostHeld && random.below(3) === 0)) return create(call)
      if (one.version >= mostVersions || random.below(8) === 0) return remove(call, one)
      return random.below(3) === 0 ? read(call, one) : update(call, one)
    },

    async checkResults(call) {
      if (doubt !== undefined) await resolveDoubt(call, doubt)
      doubt = undefined
      await Promise.all([...held].map((one) => check(call, one)))
      for (const keyId of gone) {
        const reply = await call("keys.getKey", { keyId })
        hold(
          reply !== undefined && outcomeOf(reply) === "404 data/key_not_found",
          "a deleted key stays deleted",
          reply?.body,
        )
      }
      gone = []
    },
  }
}

/** Fields in many tables, each of which shows the version. */
function contentOf(serial: string, version: number) {
  return {
    name: `${serial} at ${version}`,
    meta: { version, filler: "x".repeat((version * 397) % 3000) },
    enabled: version % 3 !== 2,
    expires: 4_000_000_000_000 + version,
    permissions: ["documents.read", `${serial}.${version}`],
    ratelimits: [
      { name: "requests", limit: version + 1, duration: 60_000 },
      { name: `only-${version}`, limit: 10, duration: 1_000 + version },
    ],
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as in Reply.
function isVersion(key: any, { serial }: Held, version: number): boolean {
  const { name, meta, enabled, expires, permissions, ratelimits, identity } = key
  const expected = contentOf(serial, version)
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  const limits = ratelimits.map(({ name, limit, duration }: (typeof expected.ratelimits)[0]) => ({
    name,
    limit,
    duration,
  }))
  return Bun.deepEquals(
    { name, meta, enabled, expires, permissions, ratelimits: limits, externalId: identity?.externalId },
    {
      ...expected,
      permissions: expected.permissions.sort(),
      ratelimits: expected.ratelimits.sort(byName),
      externalId: serial,
    },
  )
}
