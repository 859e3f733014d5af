import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, password, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("users.deleteUser", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("ends sessions and memberships at once, frees the address, and keeps root keys", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "owner" })
    const options = inBrowser(person, keyward.workspaceId)
    const { rootKeyId } = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] }, options)
    const { userId, email } = person
    expect(outcomeOf(await keyward.call("users.deleteUser", { userId }, keyward.operator))).toBe("200")
    expect(outcomeOf(await keyward.call("apis.listApis", {}, options))).toBe("401 authentication/session_expired")
    const gone = await keyward.call("sessions.signIn", { email, password }, visitor)
    expect(outcomeOf(gone)).toBe("401 authentication/sign_in_failed")
    expect(await keyward.ok("members.listMembers", {})).toEqual([])
    expect(await keyward.ok("rootKeys.getRootKey", { rootKeyId })).toMatchObject({ enabled: true, createdBy: userId })
    const [event] = await keyward.events({ limit: 1 })
    expect(event).toMatchObject({ type: "member.deleted", resources: [{ id: userId }] })
    const [deleted, revoked] = await keyward.events({ workspaceId: "installation", limit: 2 })
    expect([deleted?.type, revoked?.type]).toEqual(["user.deleted", "session.revoked"])
    const again = await keyward.call("users.deleteUser", { userId }, keyward.operator)
    expect(outcomeOf(again)).toBe("404 data/user_not_found")
    const newcomer = await addPerson(keyward, { ...keyward, role: "viewer", email })
    expect(newcomer.userId).not.toBe(userId)
  })
})
