import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, signIn } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("account.revokeOtherSessions", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("ends all sessions of the user but the one that calls, and none of other users", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const stranger = await addPerson(keyward, { ...keyward, role: "viewer" })
    const second = await signIn(keyward, { ...person, cookie: "" })
    const third = await signIn(keyward, { ...person, cookie: "" })
    const ended = await keyward.ok("account.revokeOtherSessions", {}, inBrowser(third))
    expect(ended).toEqual({ endedSessions: 2 })
    for (const one of [person, second]) {
      const reply = await keyward.call("account.getAccount", {}, inBrowser(one))
      expect(outcomeOf(reply)).toBe("401 authentication/session_expired")
    }
    for (const one of [third, stranger]) {
      expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser(one)))).toBe("200")
    }
  })
})
