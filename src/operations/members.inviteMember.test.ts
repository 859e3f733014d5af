import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { grantsOfRole } from "../core/member-grants.ts"

const lacking = "403 authorization/insufficient_permissions"

describe("members.inviteMember", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const invite = (role: string, options: object = {}, email = "new@example.com") =>
    keyward.call("members.inviteMember", { email, role }, options)

  test("returns a link once, whether the address has an account or not", async () => {
    const { email } = await addPerson(keyward, { ...keyward, role: "viewer" })
    for (const address of [email, "nobody@example.com"]) {
      const { data } = (await invite("viewer", {}, address)).body
      expect(Object.keys(data)).toEqual(["invitationId", "url", "expires"])
      expect(data.url).toMatch(/^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/)
      expect(data.expires).toBe(clock.now + 72 * 60 * 60 * 1000)
    }
    const token = (await invite("viewer")).body.data.url.split("#")[1]
    const [event] = await keyward.events({ limit: 1 })
    expect(event).toMatchObject({ type: "invitation.created", changes: { after: { email: "new@example.com" } } })
    expect(JSON.stringify(event)).not.toContain(token)
    expect(JSON.stringify(await keyward.ok("members.listInvitations", {}))).not.toContain(token)
  })

  test("no caller can invite to a role above its own", async () => {
    const owner = await addPerson(keyward, { ...keyward, role: "owner" })
    expect(outcomeOf(await invite("owner", inBrowser(owner, keyward.workspaceId)))).toBe("200")
    const admin = await keyward.createRootKey(["member.*.invite_member", ...grantsOfRole("admin")])
    expect(outcomeOf(await invite("admin", { key: admin }))).toBe("200")
    const reply = await invite("owner", { key: admin })
    expect(outcomeOf(reply)).toBe(lacking)
    expect(reply.body.error.detail).toContain("`*`")
    const poor = await keyward.createRootKey(["member.*.invite_member"])
    expect(outcomeOf(await invite("viewer", { key: poor }))).toBe(lacking)
  })

  test("a root key that expires gives no membership, which would outlive it", async () => {
    const expires = clock.now + 1_000_000
    const { rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], expires })
    const reply = await invite("viewer", { key: rootKey })
    expect(outcomeOf(reply)).toBe(lacking)
    expect(reply.body.error.detail).toContain("outlive")
  })

  test("needs a sign-in of the last ten minutes, because it creates lasting access", async () => {
    const owner = await addPerson(keyward, { ...keyward, role: "owner" })
    clock.now += 10 * 60 * 1000
    const stale = await invite("viewer", inBrowser(owner, keyward.workspaceId))
    expect(outcomeOf(stale)).toBe("403 authorization/sign_in_again")
  })

  test.each([
    "x",
    "@example.com",
    "a@",
    "a@b@c.com",
    "a b@example.com",
    "a\u202e@example.com",
    "a@exa mple.com",
    "a@1.2.3.4",
  ])("refuses the address %j", async (email) => {
    const reply = await invite("viewer", {}, email)
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
  })
})
