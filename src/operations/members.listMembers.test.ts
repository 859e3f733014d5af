import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"

describe("members.listMembers", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows only the members of the workspace", async () => {
    const other = await keyward.createWorkspace("Other")
    await addPerson(keyward, { ...other, role: "owner" })
    const one = await addPerson(keyward, { ...keyward, role: "viewer" })
    const two = await addPerson(keyward, { ...keyward, role: "admin", email: "searched@example.com" })
    const members = await keyward.ok("members.listMembers", {}, inBrowser(one, keyward.workspaceId))
    expect(members).toMatchObject([
      { userId: one.userId, email: one.email, name: one.name, role: "viewer" },
      { userId: two.userId, role: "admin" },
    ])
    expect(await keyward.ok("members.listMembers", { search: "SEARCHED@" })).toMatchObject([{ userId: two.userId }])
    const page = await keyward.call("members.listMembers", { limit: 1 })
    const { cursor } = page.body.pagination
    expect(await keyward.ok("members.listMembers", { limit: 1, cursor })).toMatchObject([{ userId: two.userId }])
  })
})
