import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { grantsOfRole } from "../core/member-grants.ts"

const lacking = "403 authorization/insufficient_permissions"

describe("members.removeMember", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const remove = (body: object, options: object = {}) => keyward.call("members.removeMember", body, options)

  test("ends the access at once, and leaves the account and other workspaces alone", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "admin" })
    const options = inBrowser(person, keyward.workspaceId)
    expect(outcomeOf(await keyward.call("apis.listApis", {}, options))).toBe("200")
    expect((await remove({ userId: person.userId })).body.data).toEqual({ rootKeys: [] })
    expect(outcomeOf(await keyward.call("apis.listApis", {}, options))).toBe("404 data/workspace_not_found")
    expect(await keyward.ok("account.getAccount", {}, options)).toMatchObject({ memberships: [] })
    const [event] = await keyward.events({ limit: 1 })
    expect(event).toMatchObject({ type: "member.deleted", changes: { before: { email: person.email }, after: null } })
    expect(outcomeOf(await remove({ userId: person.userId }))).toBe("404 data/member_not_found")
  })

  test("shows the root keys that the person made, and disables them if asked", async () => {
    const [one, two] = [
      await addPerson(keyward, { ...keyward, role: "owner" }),
      await addPerson(keyward, { ...keyward, role: "owner" }),
    ]
    await addPerson(keyward, { ...keyward, role: "owner" })
    const make = { permissions: ["api.*.read_key"] }
    const made = await keyward.ok("rootKeys.createRootKey", make, inBrowser(one, keyward.workspaceId))
    const others = await keyward.ok("rootKeys.createRootKey", make, inBrowser(two, keyward.workspaceId))
    const shown = await keyward.ok("rootKeys.getRootKey", { rootKeyId: made.rootKeyId })
    expect(shown).toMatchObject({ createdBy: one.userId, enabled: true })
    const { rootKeys } = (await remove({ userId: one.userId, rootKeys: "disable" })).body.data
    expect(rootKeys).toMatchObject([{ rootKeyId: made.rootKeyId, createdBy: one.userId, enabled: false }])
    const list = await keyward.call("apis.listKeys", { apiId: "x" }, { key: made.rootKey })
    expect(outcomeOf(list)).toBe("403 authorization/key_disabled")
    const kept = (await remove({ userId: two.userId })).body.data
    expect(kept.rootKeys).toMatchObject([{ rootKeyId: others.rootKeyId, enabled: true }])
  })

  test("needs what the role of the member allows, and the last owner stays", async () => {
    const own = await keyward.createWorkspace("Own")
    const owner = await addPerson(keyward, { ...own, role: "owner" })
    const key = await keyward.createRootKey(["member.*.remove_member", ...grantsOfRole("admin")], own)
    const { userId } = owner
    expect(outcomeOf(await remove({ userId }, { key }))).toBe(lacking)
    const asOwner = await remove({ userId }, { key: own.rootKey })
    expect(outcomeOf(asOwner)).toBe("412 application/precondition_failed")
    const body = { workspaceId: own.workspaceId, userId }
    expect(outcomeOf(await remove(body, keyward.operator))).toBe("200")
  })
})
