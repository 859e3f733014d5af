import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("members.listInvitations", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  test("shows open invitations of the workspace, without their links", async () => {
    const other = await keyward.createWorkspace("Other")
    await keyward.ok("members.inviteMember", { email: "x@example.com", role: "viewer" }, { key: other.rootKey })
    const { invitationId } = await keyward.ok("members.inviteMember", { email: "a@Exämple.com", role: "admin" })
    expect(await keyward.ok("members.listInvitations", {})).toEqual([
      {
        invitationId,
        email: "a@xn--exmple-cua.com",
        role: "admin",
        createdAt: clock.now,
        expires: clock.now + 72 * 60 * 60 * 1000,
      },
    ])
    await keyward.ok("members.revokeInvitation", { invitationId })
    expect(await keyward.ok("members.listInvitations", {})).toEqual([])
  })
})
