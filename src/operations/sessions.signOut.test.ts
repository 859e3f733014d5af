import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("sessions.signOut", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("ends the session at once, records it, and empties the browser", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const other = await addPerson(keyward, { ...keyward, role: "viewer" })
    const { sessionId } = await keyward.ok("account.getAccount", {}, inBrowser(person))
    const reply = await keyward.call("sessions.signOut", {}, { session: { cookie: person.cookie } })
    expect(outcomeOf(reply)).toBe("200")
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^keyward-\d+=; Max-Age=0; Path=\/; HttpOnly/)])
    expect(reply.headers.get("clear-site-data")).toBe('"cache", "storage"')
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event).toMatchObject({
      type: "session.revoked",
      actor: { id: person.userId },
      resources: [{ id: sessionId }, {}],
    })
    const after = await keyward.call("account.getAccount", {}, inBrowser(person))
    expect(outcomeOf(after)).toBe("401 authentication/session_expired")
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser(other)))).toBe("200")
  })

  test("without a session changes nothing and is no error", async () => {
    const [before] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(outcomeOf(await keyward.call("sessions.signOut", {}, visitor))).toBe("200")
    expect((await keyward.events({ workspaceId: "installation", limit: 1 }))[0]).toEqual(before as never)
  })
})
