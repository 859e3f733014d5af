import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { collect, program, startTerminal } from "../../test/people/device-login.ts"
import { locationsOf, outcomeOf } from "../../test/requests/outcome.ts"
import { countRows, queryDatabase } from "../../test/storage/database.ts"
import { storedText } from "../../test/storage/stored-text.ts"

describe("deviceLogins.startLogin", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock, environment: { KEYWARD_TRUSTED_PROXIES: "127.0.0.0/8" } })
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
    const start = (host: number) =>
      keyward.call(
        "deviceLogins.startLogin",
        { terminal: "t" },
        { ...program, headers: { "X-Forwarded-For": `10.0.0.${host}` } },
      )
    expect((await start(1)).status).toBe(200)
    const columns = "terminal, address, state, created_at, expires"
    await queryDatabase(
      keyward,
      `with recursive copies (n) as (select 1 union all select n + 1 from copies where n < 998)
       insert into device_logins (id, device_hash, code_hash, ${columns})
       select id || n, device_hash || n, code_hash || n, ${columns} from device_logins, copies`,
    )
    expect((await start(2)).status).toBe(200)
    expect(await countRows(keyward, "device_logins")).toBe(1_000)
    expect(outcomeOf(await start(3))).toBe("429 limits/sign_in_rate_limited")
    clock.now += 600_000
    expect((await start(4)).status).toBe(200)
  })
})
