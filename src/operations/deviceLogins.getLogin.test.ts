import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { startTerminal } from "../../test/people/device-login.ts"
import { addPerson, inBrowser, type Person } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("deviceLogins.getLogin", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const newPerson = () => addPerson(keyward, { ...keyward, role: "owner" })
  const look = (person: Person, userCode: string) =>
    keyward.call("deviceLogins.getLogin", { userCode }, inBrowser(person))

  test("shows who asks, however the code is typed", async () => {
    const person = await newPerson()
    const { userCode } = await startTerminal(keyward, "mallory@evil")
    for (const typed of [userCode, userCode.toLowerCase(), userCode.replace("-", " ")]) {
      expect((await look(person, typed)).body.data).toEqual({
        loginId: expect.stringMatching(/^dvl_/),
        terminal: "mallory@evil",
        address: expect.stringMatching(/127\.0\.0\.1|::1/),
        isSameNetwork: true,
        createdAt: clock.now,
        expires: clock.now + 600_000,
      })
    }
  })

  test("allows a person ten wrong codes in ten minutes, in however many sessions, and counts no right ones", async () => {
    const [guesser, other] = [await newPerson(), await newPerson()]
    const { userCode } = await startTerminal(keyward)
    for (let count = 0; count < 15; count += 1) expect((await look(other, userCode)).status).toBe(200)
    for (let count = 0; count < 10; count += 1) {
      expect(outcomeOf(await look(guesser, "BBBB-BBBB"))).toBe("404 data/device_login_not_found")
    }
    for (const code of ["BBBB-BBBB", userCode]) {
      expect(outcomeOf(await look(guesser, code))).toBe("429 limits/sign_in_rate_limited")
    }
    expect((await look(other, userCode)).status).toBe(200)
  })

  test("no longer knows a code after ten minutes", async () => {
    const person = await newPerson()
    const { userCode } = await startTerminal(keyward)
    clock.now += 599_999
    expect((await look(person, userCode)).status).toBe(200)
    clock.now += 1
    expect(outcomeOf(await look(person, userCode))).toBe("404 data/device_login_not_found")
  })
})
