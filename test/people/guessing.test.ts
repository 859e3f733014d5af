import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { addPerson, password, visitor } from "./person.ts"

const failed = "401 authentication/sign_in_failed"
const limited = "429 limits/sign_in_rate_limited"

type Refusals = readonly { readonly address: string; readonly count: number }[]

describe("guessing a password", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock, environment: { KEYWARD_TRUSTED_PROXIES: "127.0.0.1/32" } })
  const signIn = (email: string, guess: string, from: string, cookie?: string) =>
    server.call(
      "sessions.signIn",
      { email, password: guess },
      { session: cookie === undefined ? {} : { cookie }, headers: { "X-Forwarded-For": from } },
    )

  test.each([
    ["an account", async () => (await addPerson(server, { ...server, role: "viewer" })).email],
    ["no account", async () => `${crypto.randomUUID()}@example.com`],
  ])("of %s waits after five tries from a network, and longer after more", async (_which, addressOf) => {
    const email = await addressOf()
    // The windows begin with the hour.
    clock.now = Math.ceil(clock.now / 3_600_000) * 3_600_000
    const guess = async () => outcomeOf(await signIn(email, "wrong", "2001:db8::1"))
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 5; index += 1) expect(await guess()).toBe(failed)
      const refused = await signIn(email, "wrong", "2001:db8::2")
      expect(outcomeOf(refused)).toBe(limited)
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
      clock.now += 2 * 60_000
    }
    expect(await guess()).toBe(limited)
    clock.now += 30 * 60_000
    expect(await guess()).toBe(failed)
  })

  test("from one network locks out no other network, nor a browser that signed in before", async () => {
    const { email, cookie } = await addPerson(server, { ...server, role: "viewer" })
    const from = "203.0.113.7"
    for (let index = 0; index < 5; index += 1) await signIn(email, "wrong", from)
    expect(outcomeOf(await signIn(email, password, from))).toBe(limited)
    expect(outcomeOf(await signIn(email, password, "198.51.100.4"))).toBe("200")
    const device = cookie.split("; ").find((one) => one.startsWith("keyward-device"))
    expect(outcomeOf(await signIn(email, password, from, device))).toBe("200")
    const other = await addPerson(server, { ...server, role: "viewer" })
    const stranger = other.cookie.split("; ").find((one) => one.startsWith("keyward-device"))
    expect(outcomeOf(await signIn(email, password, from, stranger))).toBe(limited)
  })

  test("is recorded for operators, as one event for many", async () => {
    const { email } = await addPerson(server, { ...server, role: "viewer" })
    for (let index = 0; index < 3; index += 1) await signIn(email, "wrong", "203.0.113.9")
    await server.restart()
    const events = await server.events({ workspaceId: "installation", type: "session.refused" })
    for (const event of events) expect(event).toMatchObject({ actor: { type: "system", id: "sign_in" } })
    const addresses = events.flatMap(({ changes }): Refusals => Object(changes.after).addresses)
    const counts = addresses.filter(({ address }) => address === "203.0.113.9").map(({ count }) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    // A minute may end between the attempts, and then there are two.
    expect(counts.length).toBeLessThan(3)
  })

  test("in a flood is refused while keys are still verified", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Api" })
    const { key } = await server.ok("keys.createKey", { apiId })
    const flood = Array.from({ length: 60 }, () =>
      server.call("sessions.signIn", { email: `${crypto.randomUUID()}@example.com`, password: "wrong" }, visitor),
    )
    for (let index = 0; index < 20; index += 1) {
      expect(await server.ok("keys.verifyKey", { key })).toMatchObject({ valid: true })
    }
    const outcomes = (await Promise.all(flood)).map(outcomeOf)
    expect(new Set(outcomes)).toEqual(new Set([failed, limited]))
    expect(outcomes.filter((outcome) => outcome === failed).length).toBeGreaterThanOrEqual(21)
  })
})
