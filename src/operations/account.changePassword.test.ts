import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, password, signIn, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

const newPassword = "another password of the user"

describe("account.changePassword", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  test("ends the other sessions at once, and the old password works no more", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const other = await signIn(keyward, { ...person, cookie: "" })
    const { email } = person
    const changed = await keyward.ok("account.changePassword", { newPassword }, inBrowser(person))
    expect(changed).toEqual({ endedSessions: 1 })
    const ended = await keyward.call("account.getAccount", {}, inBrowser(other))
    expect(outcomeOf(ended)).toBe("401 authentication/session_expired")
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser(person)))).toBe("200")
    const old = await keyward.call("sessions.signIn", { email, password }, visitor)
    expect(outcomeOf(old)).toBe("401 authentication/sign_in_failed")
    const fresh = await keyward.call("sessions.signIn", { email, password: newPassword }, visitor)
    expect(outcomeOf(fresh)).toBe("200")
    const [event] = await keyward.events({ workspaceId: "installation", type: "user.updated" })
    expect(event?.changes).toEqual({ before: {}, after: { passwordChangedAt: clock.now } })
  })

  test("needs a sign-in of the last ten minutes", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    clock.now += 10 * 60 * 1000
    const stale = await keyward.call("account.changePassword", { newPassword }, inBrowser(person))
    expect(outcomeOf(stale)).toBe("403 authorization/sign_in_again")
    const again = await signIn(keyward, person)
    expect(outcomeOf(await keyward.call("account.changePassword", { newPassword }, inBrowser(again)))).toBe("200")
  })
})
