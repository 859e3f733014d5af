import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, tokenIn, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("invitations.getInvitation", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const invite = async (email: string) => {
    const { url, invitationId } = await keyward.ok("members.inviteMember", { email, role: "admin" })
    return { token: tokenIn(url), invitationId }
  }
  const show = (token: string) => keyward.call("invitations.getInvitation", { token }, visitor)

  test("shows the same whether the address has an account or not", async () => {
    const { email } = await addPerson(keyward, { ...keyward, role: "viewer" })
    for (const address of [email, "new@example.com"]) {
      const { token } = await invite(address)
      expect((await show(token)).body.data).toEqual({
        workspaceName: "Test",
        email: address,
        role: "admin",
        expires: clock.now + 72 * 60 * 60 * 1000,
      })
    }
  })

  test("has options for a passkey if it learns the name of the person", async () => {
    const { token } = await invite("passkey@example.com")
    const { passkeyOptions } = await keyward.ok("invitations.getInvitation", { token, name: "Grace" }, visitor)
    expect(passkeyOptions.user).toMatchObject({ name: "passkey@example.com", displayName: "Grace" })
  })

  test("is 404 for a link that is wrong, revoked or older than 72 hours", async () => {
    const revoked = await invite("revoked@example.com")
    await keyward.ok("members.revokeInvitation", { invitationId: revoked.invitationId })
    const old = await invite("old@example.com")
    clock.now += 72 * 60 * 60 * 1000
    for (const token of ["x", revoked.token, old.token]) {
      expect(outcomeOf(await show(token))).toBe("404 data/invitation_not_found")
    }
  })
})
