import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { holdsGrant } from "../../src/core/held-grants.ts"
import { endsLater } from "../../src/core/lifetime.ts"
import type { TestWorkspace } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"

/** No sequence of calls gives an attacker a usable root key with more permissions, or a later end, than it began with. */

const hourMs = 60 * 60 * 1000
const grants = [
  "root_key.*.create_root_key",
  "root_key.*.update_root_key",
  "root_key.*.delete_root_key",
  "api.*.read_key",
  "api.*.update_key",
  "event.*.read_event",
  "*",
]

interface Controlled {
  readonly rootKeyId: string
  readonly rootKey: string
}

const permissions = fc.subarray(grants, { minLength: 1, maxLength: 2 })
/** Hours from now; null is never, and what is negative is over. */
const end = fc.constantFrom(null, null, -1, 1, 2, 3, 5, 8)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const choice = fc.nat(1000)
/** A few, so that requests are repeated. */
const idempotencyKey = maybe(fc.constantFrom("a", "b", "c"))

type Call =
  | { type: "create"; permissions: readonly string[]; end: number | null | undefined; enabled: boolean | undefined }
  | {
      type: "update"
      target: number
      permissions: readonly string[] | undefined
      enabled: boolean | undefined
      end: number | null | undefined
    }
  | { type: "reroll"; target: number; hours: number }
  | { type: "delete"; target: number }
  | { type: "wait"; hours: number }

const call: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("create" as const),
      permissions,
      end: maybe(end),
      enabled: maybe(fc.boolean()),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("update" as const),
      target: choice,
      permissions: maybe(permissions),
      enabled: maybe(fc.boolean()),
      end: maybe(end),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("reroll" as const), target: choice, hours: fc.constantFrom(0, 1, 9) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("delete" as const), target: choice }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait" as const), hours: fc.constantFrom(1, 2) }) },
)

const beginning = fc.record({
  /** What the attacker can use. */
  held: fc.subarray(grants.slice(0, -1), { minLength: 3 }),
  end: fc.constantFrom(null, 2, 4),
  /** What the attacker knows and cannot use, since it was revoked. */
  revoked: fc.array(fc.record({ permissions, isDisabled: fc.boolean(), end }), { minLength: 1, maxLength: 3 }),
})

describe("root keys of an attacker", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const server = serveKeyward({ engine: "sqlite", clock })

  const timeOf = (hours: number | null) => (hours === null ? null : clock.now + hours * hourMs)

  async function begin({ held, end, revoked }: typeof beginning extends fc.Arbitrary<infer B> ? B : never) {
    const workspace = await server.createWorkspace()
    const make = (body: object): Promise<Controlled> =>
      server.ok("rootKeys.createRootKey", body, { key: workspace.rootKey })
    const expires = timeOf(end)
    const first = await make({ permissions: held, ...(expires !== null && { expires }) })
    const dead: Controlled[] = []
    for (const { permissions, isDisabled, end } of revoked) {
      const isOver = end !== null && end < 0
      const expires = timeOf(end)
      dead.push(await make({ permissions, enabled: !isDisabled && isOver, ...(expires !== null && { expires }) }))
    }
    return { workspace, rights: { held, expires }, controlled: [first, ...dead] }
  }

  async function send(
    workspace: TestWorkspace,
    one: Call,
    known: readonly Controlled[],
    { by, repeat }: { by: number; repeat: string | undefined },
  ) {
    const [caller] = known.slice(by % known.length)
    const targets = [...known.map(({ rootKeyId }) => rootKeyId), workspace.rootKeyId]
    const headers = repeat === undefined ? {} : { "Idempotency-Key": repeat }
    const post = (operation: string, body: object) =>
      server.call(`rootKeys.${operation}`, body, { key: caller?.rootKey ?? null, headers })
    switch (one.type) {
      case "wait":
        clock.now += one.hours * hourMs
        return undefined
      case "create": {
        const expires = one.end === undefined ? undefined : (timeOf(one.end) ?? undefined)
        return post("createRootKey", defined({ permissions: one.permissions, expires, enabled: one.enabled }))
      }
      case "update": {
        const { permissions, enabled } = one
        const expires = one.end === undefined ? undefined : timeOf(one.end)
        const rootKeyId = targets[one.target % targets.length]
        return post("updateRootKey", defined({ rootKeyId, permissions, enabled, expires }))
      }
      case "reroll":
        return post("rerollRootKey", {
          rootKeyId: targets[one.target % targets.length],
          expiration: one.hours * hourMs,
        })
      case "delete":
        return post("deleteRootKey", { rootKeyId: targets[one.target % targets.length] })
    }
  }

  test("never hold more, and never longer, than the one it began with", async () => {
    let accepted = 0
    const step = fc.record({ call, by: fc.oneof(fc.constant(0), choice), repeat: idempotencyKey })
    const property = fc.asyncProperty(
      beginning,
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (start, steps) => {
        const { workspace, rights, controlled } = await begin(start)
        for (const { call, by, repeat } of steps) {
          const reply = await send(workspace, call, controlled, { by, repeat })
          if (reply === undefined) continue
          expect(reply.status).toBeLessThan(500)
          if (reply.status !== 200) continue
          accepted += 1
          const { rootKey, rootKeyId } = reply.body.data
          if (rootKey !== undefined) controlled.push({ rootKey, rootKeyId })
          for (const key of controlled) {
            const { status, body } = await server.call("rootKeys.getRootKey", {}, { key: key.rootKey })
            if (status !== 200) continue
            const { permissions, expires = null } = body.data
            const beyond = permissions.filter((grant: string) => !holdsGrant(rights.held, grant))
            expect({ beyond, isLater: endsLater(expires, rights.expires) }).toEqual({ beyond: [], isLater: false })
          }
        }
      },
    )
    await fc.assert(property, { numRuns: 60 })
    // Otherwise nothing but refusals would have been seen.
    expect(accepted).toBeGreaterThan(20)
  })
})

function defined(body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
