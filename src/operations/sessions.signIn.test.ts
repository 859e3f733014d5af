import { beforeAll, describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, cookieOf, inBrowser, type Person, password, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

const failed = "401 authentication/sign_in_failed"

describe("sessions.signIn", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let person: Person
  beforeAll(async () => {
    person = await addPerson(keyward, { ...keyward, role: "developer" })
  })
  const signIn = (body: object) => keyward.call("sessions.signIn", body, visitor)

  test("gives a browser a cookie that no script can read, and that lasts 30 days at most", async () => {
    const reply = await signIn({ email: person.email, password })
    expect(reply.body.data).toEqual({
      sessionId: expect.stringMatching(/^ses_/),
      userId: person.userId,
      expires: clock.now + 30 * 24 * 60 * 60 * 1000,
    })
    const [session, device] = reply.headers.getSetCookie()
    const attributes = "; Path=/; HttpOnly; SameSite=Lax"
    expect(session).toMatch(new RegExp(`^keyward-\\d+=[\\w-]{43}; Max-Age=2592000${attributes}$`))
    expect(device).toMatch(new RegExp(`^keyward-device-\\d+=usr_\\w+\\.[\\w-]{43}; Max-Age=31536000${attributes}$`))
    expect(reply.text).not.toContain(cookieOf(reply).slice(-43))
    expect(await keyward.ok("account.getAccount", {}, inBrowser({ cookie: cookieOf(reply) }))).toMatchObject({
      userId: person.userId,
      signedInAt: clock.now,
    })
  })

  test("accepts the address in any letter case", async () => {
    expect(outcomeOf(await signIn({ email: person.email.toUpperCase(), password }))).toBe("200")
  })

  test("records who signed in, from where and how, for operators", async () => {
    const { sessionId } = (await signIn({ email: person.email, password })).body.data
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event).toMatchObject({
      type: "session.created",
      actor: { type: "user", id: person.userId, name: person.name, sessionId },
      resources: [{ id: sessionId }, { id: person.userId }],
      changes: { after: { method: "password", address: "127.0.0.1" } },
    })
  })

  test("says the same for a wrong password and for an unknown address, and sets no cookie", async () => {
    const replies = [
      await signIn({ email: person.email, password: "wrong" }),
      await signIn({ email: "nobody@example.com", password: "wrong" }),
      await signIn({ key: "nobody" }),
    ]
    for (const reply of replies) {
      expect(outcomeOf(reply)).toBe(failed)
      expect(reply.headers.getSetCookie()).toEqual([])
      expect(reply.body.error).toEqual(replies[0]?.body.error)
    }
  })

  test("takes a root key, which then acts through a session of 12 hours", async () => {
    const reply = await signIn({ key: keyward.rootKey })
    const { sessionId, expires } = reply.body.data
    expect(reply.body.data.userId).toBeUndefined()
    expect(expires).toBe(clock.now + 12 * 60 * 60 * 1000)
    const options = inBrowser({ cookie: cookieOf(reply) }, keyward.workspaceId)
    await keyward.ok("apis.createApi", { name: "By key" }, options)
    const [event] = await keyward.events({ limit: 1 })
    expect(event?.actor).toEqual({ type: "root_key", id: keyward.rootKeyId, sessionId } as never)
    expect(outcomeOf(await keyward.call("account.getAccount", {}, options))).toBe(
      "403 authorization/insufficient_permissions",
    )
    expect(outcomeOf(await keyward.call("apis.listApis", {}, inBrowser({ cookie: cookieOf(reply) })))).toBe(
      "403 authorization/insufficient_permissions",
    )
  })

  test("takes the operator key", async () => {
    const cookie = cookieOf(await signIn({ key: keyward.operatorKey }))
    expect(await keyward.ok("workspaces.listWorkspaces", {}, inBrowser({ cookie }))).not.toEqual([])
    const elsewhere = await keyward.call("apis.listApis", {}, inBrowser({ cookie }, keyward.workspaceId))
    expect(outcomeOf(elsewhere)).toBe("404 data/workspace_not_found")
  })

  test("refuses API keys, and root keys that are disabled or expired", async () => {
    const { key } = await createKey(keyward)
    const made = { permissions: ["*"], enabled: false }
    const disabled = await keyward.ok("rootKeys.createRootKey", made)
    const expired = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], expires: clock.now + 1 })
    clock.now += 2
    for (const one of [key, disabled.rootKey, expired.rootKey])
      expect(outcomeOf(await signIn({ key: one }))).toBe(failed)
  })

  test("ends the session by key as soon as that key is disabled", async () => {
    const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] })
    const options = inBrowser({ cookie: cookieOf(await signIn({ key: rootKey })) }, keyward.workspaceId)
    expect(outcomeOf(await keyward.call("apis.listApis", {}, options))).toBe("200")
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    expect(outcomeOf(await keyward.call("apis.listApis", {}, options))).toBe("401 authentication/session_expired")
  })

  test("replaces the session that the browser had, so that an attacker cannot plant one", async () => {
    const first = cookieOf(await signIn({ email: person.email, password }))
    const again = await keyward.call(
      "sessions.signIn",
      { email: person.email, password },
      { session: { cookie: first } },
    )
    const second = cookieOf(again)
    expect(second).not.toBe(first)
    const before = await keyward.call("account.getAccount", {}, inBrowser({ cookie: first }))
    expect(outcomeOf(before)).toBe("401 authentication/session_expired")
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser({ cookie: second })))).toBe("200")
  })

  test.each([
    [{ email: "a@example.com" }, "body"],
    [{ password }, "body"],
    [{ email: "a@example.com", password, key: "x" }, "body"],
    [{}, "body"],
    [{ email: "a b@example.com", password }, "body.email"],
    [{ email: "a@example.com", password: "x".repeat(513) }, "body.password"],
    [{ key: "" }, "body.key"],
  ])("refuses %j", async (body, location) => {
    const reply = await signIn(body)
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    expect(reply.body.error.errors).toContainEqual(expect.objectContaining({ location }))
  })
})
