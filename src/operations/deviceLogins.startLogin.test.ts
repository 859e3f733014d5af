import { describe, expect, test } from "bun:test"
import { engines, type Reply } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { collect, program, startTerminal } from "../../test/people/device-login.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"
import { storedText } from "../../test/stored-text.ts"

describe.each([...engines])("deviceLogins.startLogin on %s", (engine) => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine, clock, environment: { KEYWARD_TRUSTED_PROXIES: "127.0.0.0/8" } })
  const start = (address: string) =>
    keyward.call("deviceLogins.startLogin", { terminal: "t" }, { ...program, headers: { "X-Forwarded-For": address } })

  test("gives a terminal without any credential two codes and the address of the page", async () => {
    const terminal = await startTerminal(keyward)
    expect(terminal).toEqual({
      deviceCode: expect.stringMatching(/^[\w-]{43}$/),
      userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      url: `${keyward.url.replace("127.0.0.1", "localhost")}/device`,
      expires: clock.now + 600_000,
      interval: 3_000,
    })
    expect(await collect(keyward, terminal)).toEqual({ status: "pending" })
  })

  test("refuses a name that a person could read as another: control, formatting and bidirectional characters", async () => {
    for (const terminal of [
      "ada@laptop\u202e",
      "a\u0007b",
      "a\nb",
      "a\u200bb",
      "a\u2066b",
      "a\u2028b",
      "a\u{e0041}b",
    ]) {
      const reply = await keyward.call("deviceLogins.startLogin", { terminal }, program)
      expect([outcomeOf(reply), locationsOf(reply)]).toEqual(["400 application/invalid_input", ["body.terminal"]])
    }
    expect((await keyward.call("deviceLogins.startLogin", { terminal: "zoë@büro – 機" }, program)).status).toBe(200)
  })

  test("stores neither code", async () => {
    const { deviceCode, userCode } = await startTerminal(keyward)
    const stored = await storedText(keyward)
    for (const secret of [deviceCode, userCode, userCode.replace("-", "")]) expect(stored).not.toContain(secret)
  })

  test("allows one network 20 in ten minutes, and others go on", async () => {
    for (let count = 0; count < 20; count += 1) expect((await start("198.51.100.7")).status).toBe(200)
    const refused = await start("198.51.100.7")
    expect(outcomeOf(refused)).toBe("429 limits/sign_in_rate_limited")
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await start("198.51.100.8")).status).toBe(200)
    // One customer has the whole /64.
    for (let count = 0; count < 20; count += 1) expect((await start(`2001:db8::${count + 1}`)).status).toBe(200)
    expect((await start("2001:db8::ffff")).status).toBe(429)
  })
})

describe("deviceLogins.startLogin from everywhere at once", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({
    engine: "sqlite",
    clock,
    environment: { KEYWARD_TRUSTED_PROXIES: "127.0.0.0/8" },
  })

  test("keeps at most 1,000 logins, and takes new ones when those have expired", async () => {
    const start = async (count: number): Promise<Reply> => {
      const headers = { "X-Forwarded-For": `10.${count % 250}.${Math.floor(count / 250)}.1` }
      const reply = await keyward.call("deviceLogins.startLogin", { terminal: "t" }, { ...program, headers })
      // A server without time for the call has changed nothing.
      return reply.status === 503 ? start(count) : reply
    }
    // A few at a time: a busy server refuses some of so many.
    for (let count = 0; count < 1_000; count += 10) {
      const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => start(count + index)))
      expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    }
    expect(outcomeOf(await start(1_001))).toBe("429 limits/sign_in_rate_limited")
    clock.now += 600_000
    expect((await start(1_002)).status).toBe(200)
  })
})
