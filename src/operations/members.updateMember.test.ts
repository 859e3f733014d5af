import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { grantsOfRole } from "../core/member-grants.ts"

const lacking = "403 authorization/insufficient_permissions"

describe.each([...engines])("members.updateMember on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  const update = (userId: string, role: string, options: object = {}) =>
    keyward.call("members.updateMember", { userId, role }, options)

  test("changes what the person may do, from the next call on", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const options = inBrowser(person, keyward.workspaceId)
    expect(outcomeOf(await keyward.call("apis.createApi", { name: "Api" }, options))).toBe(lacking)
    expect((await update(person.userId, "admin")).body.data).toMatchObject({ userId: person.userId, role: "admin" })
    expect(outcomeOf(await keyward.call("apis.createApi", { name: "Api" }, options))).toBe("200")
    const [, event] = await keyward.events({ limit: 2 })
    expect(event).toMatchObject({
      type: "member.updated",
      changes: { before: { role: "viewer" }, after: { role: "admin", address: "127.0.0.1" } },
    })
    expect(outcomeOf(await update(person.userId, "admin"))).toBe("200")
    expect((await keyward.events({ limit: 2 }))[1]).toEqual(event as never)
  })

  test("needs what the old and the new role allow, and members cannot raise themselves", async () => {
    const owner = await addPerson(keyward, { ...keyward, role: "owner" })
    const viewer = await addPerson(keyward, { ...keyward, role: "viewer" })
    const key = await keyward.createRootKey(["member.*.update_member", ...grantsOfRole("admin")])
    expect(outcomeOf(await update(owner.userId, "viewer", { key }))).toBe(lacking)
    expect(outcomeOf(await update(viewer.userId, "owner", { key }))).toBe(lacking)
    expect(outcomeOf(await update(viewer.userId, "admin", { key }))).toBe("200")
    expect(outcomeOf(await update(viewer.userId, "owner", inBrowser(viewer, keyward.workspaceId)))).toBe(lacking)
  })

  test("the last owner stays one, unless an operator lowers them", async () => {
    const own = await keyward.createWorkspace("Own")
    const [one, two] = [
      await addPerson(keyward, { ...own, role: "owner" }),
      await addPerson(keyward, { ...own, role: "owner" }),
    ]
    const options = inBrowser(one, own.workspaceId)
    const both = await Promise.all([one, two].map(({ userId }) => update(userId, "admin", { key: own.rootKey })))
    expect(both.map(outcomeOf).sort()).toEqual(["200", "412 application/precondition_failed"])
    const members = await keyward.ok("members.listMembers", {}, options)
    const { userId } = members.find(({ role }: { role: string }) => role === "owner")
    const body = { workspaceId: own.workspaceId, userId, role: "viewer" }
    expect(outcomeOf(await keyward.call("members.updateMember", body, keyward.operator))).toBe("200")
  })
})
