import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, signIn } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

const expired = "401 authentication/session_expired"

describe("account.revokeSession", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const sessionOf = async (person: { cookie: string }) =>
    (await keyward.ok("account.getAccount", {}, inBrowser(person))).sessionId
  const revoke = (sessionId: string, person: { cookie: string }) =>
    keyward.ok("account.revokeSession", { sessionId }, inBrowser(person))

  test("ends one session at once", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const second = await signIn(keyward, { ...person, cookie: "" })
    const sessionId = await sessionOf(person)
    expect(await revoke(sessionId, second)).toEqual({ revoked: true })
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser(person)))).toBe(expired)
    expect(await revoke(sessionId, second)).toEqual({ revoked: false })
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser(second)))).toBe("200")
  })

  test("does not touch the session of another user", async () => {
    const [one, other] = [
      await addPerson(keyward, { ...keyward, role: "owner" }),
      await addPerson(keyward, { ...keyward, role: "viewer" }),
    ]
    expect(await revoke(await sessionOf(other), one)).toEqual({ revoked: false })
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser(other)))).toBe("200")
  })
})
