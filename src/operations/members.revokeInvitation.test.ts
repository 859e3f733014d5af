import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { grantsOfRole } from "../core/member-grants.ts"

describe("members.revokeInvitation", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const invite = async (role: string) =>
    (await keyward.ok("members.inviteMember", { email: "x@example.com", role })).invitationId
  const revoke = (invitationId: string, options = {}) =>
    keyward.call("members.revokeInvitation", { invitationId }, options)

  test("revokes once, and records it", async () => {
    const invitationId = await invite("viewer")
    expect(outcomeOf(await revoke(invitationId))).toBe("200")
    const [event] = await keyward.events({ limit: 1 })
    expect(event).toMatchObject({
      type: "invitation.revoked",
      resources: [{ id: invitationId }],
      changes: { after: null },
    })
    expect(outcomeOf(await revoke(invitationId))).toBe("404 data/invitation_not_found")
  })

  test("needs what the invited role allows", async () => {
    const key = await keyward.createRootKey(["member.*.invite_member", ...grantsOfRole("admin")])
    expect(outcomeOf(await revoke(await invite("owner"), { key }))).toBe("403 authorization/insufficient_permissions")
    expect(outcomeOf(await revoke(await invite("admin"), { key }))).toBe("200")
  })
})
