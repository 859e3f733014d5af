import { describe, expect, test } from "bun:test"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { storedText } from "../storage/stored-text.ts"
import { addPerson, cookieOf, inBrowser, password, tokenIn, visitor } from "./person.ts"

describe.each([...engines])("secrets of people on %s", (engine) => {
  const server = serveKeyward({ engine })

  test("are neither stored nor logged: passwords, tokens of sessions, links and pasted keys", async () => {
    const person = await addPerson(server, { ...server, role: "owner" })
    const { email, userId } = person
    const signedIn = await server.call("sessions.signIn", { email, password }, visitor)
    const newPassword = "a password that was never used before"
    await server.ok("account.changePassword", { newPassword }, inBrowser({ cookie: cookieOf(signedIn) }))
    const { url: invitation } = await server.ok("members.inviteMember", { email: "x@example.com", role: "viewer" })
    const { url: reset } = await server.ok("users.createResetLink", { userId }, server.operator)
    const headers = { "Idempotency-Key": "the same key" }
    const used = { token: tokenIn(reset), password: "another password that is new" }
    await server.ok("resets.useReset", used, { ...visitor, headers })
    const byKey = await server.call("sessions.signIn", { key: server.rootKey }, visitor)
    await server.call("sessions.signIn", { email, password: "a wrong guess of a password" }, visitor)
    const tokens = [person.cookie, cookieOf(signedIn), cookieOf(byKey)].map(
      (cookie) => /=([\w-]{43})/.exec(cookie)?.[1] ?? "",
    )
    const secrets = [
      ...tokens,
      ...[invitation, reset].map(tokenIn),
      ...[password, newPassword, used.password, "a wrong guess of a password", server.rootKey],
    ]
    const text = (await storedText(server)) + server.log.join("\n")
    expect(text).toContain(userId)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      expect(text.includes(secret)).toBe(false)
    }
  })
})
