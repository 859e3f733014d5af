import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

const lacking = "403 authorization/insufficient_permissions"

describe("users.updateUser", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const update = (userId: string, operator: boolean, options: object = keyward.operator) =>
    keyward.call("users.updateUser", { userId, operator }, options)

  test("gives and takes exactly the operations of operators, from the next call on", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const other = await keyward.createWorkspace("Other")
    const asOperator = inBrowser(person, "operator")
    expect(outcomeOf(await keyward.call("workspaces.listWorkspaces", {}, asOperator))).toBe(lacking)
    expect((await update(person.userId, true)).body.data).toMatchObject({ userId: person.userId, operator: true })
    expect(outcomeOf(await keyward.call("workspaces.listWorkspaces", {}, asOperator))).toBe("200")
    expect(outcomeOf(await keyward.call("apis.listApis", {}, asOperator))).toBe(lacking)
    const elsewhere = await keyward.call("apis.listApis", {}, inBrowser(person, other.workspaceId))
    expect(outcomeOf(elsewhere)).toBe("404 data/workspace_not_found")
    await update(person.userId, false)
    expect(outcomeOf(await keyward.call("workspaces.listWorkspaces", {}, asOperator))).toBe(lacking)
    const events = await keyward.events({ workspaceId: "installation", type: "user.updated" })
    expect(events.map(({ changes }) => changes.after)).toEqual([{ operator: false }, { operator: true }])
  })

  test("records nothing if nothing changes, and knows no other user", async () => {
    const { userId } = await addPerson(keyward, { ...keyward, role: "viewer" })
    const [before] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(outcomeOf(await update(userId, false))).toBe("200")
    expect(outcomeOf(await update("usr_1BzmjTFLHWXwiSK4y3H5iW", true))).toBe("404 data/user_not_found")
    expect((await keyward.events({ workspaceId: "installation", limit: 1 }))[0]).toEqual(before as never)
  })

  test("is recorded under the name of the operator, and needs a sign-in of the last ten minutes", async () => {
    const [boss, person] = [
      await addPerson(keyward, { ...keyward, role: "viewer" }),
      await addPerson(keyward, { ...keyward, role: "viewer" }),
    ]
    await update(boss.userId, true)
    expect(outcomeOf(await update(person.userId, true, inBrowser(boss)))).toBe("200")
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event?.actor).toMatchObject({ type: "user", id: boss.userId, name: boss.name })
    clock.now += 10 * 60 * 1000
    expect(outcomeOf(await update(person.userId, false, inBrowser(boss)))).toBe("403 authorization/sign_in_again")
  })
})
