import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, cookieOf, inBrowser, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { queryDatabase } from "../../test/storage/database.ts"

describe.each(engines)("workspaces.createWorkspace on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  async function addOperator() {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    await keyward.ok("users.updateUser", { userId: person.userId, operator: true }, keyward.operator)
    return person
  }

  test("makes the person who creates it its owner, who may then do everything in it", async () => {
    const person = await addOperator()
    const asOperator = inBrowser(person)
    const reply = await keyward.call("workspaces.createWorkspace", { name: "Own" }, asOperator)
    const { workspaceId, rootKeyId } = reply.body.data
    const inside = inBrowser(person, workspaceId)
    expect(await keyward.ok("members.listMembers", {}, inside)).toMatchObject([
      { userId: person.userId, email: person.email, role: "owner" },
    ])
    expect(await keyward.ok("apis.createApi", { name: "First" }, inside)).toHaveProperty("apiId")
    const events = await keyward.events({ workspaceId, requestId: reply.body.meta.requestId })
    expect(events.map(({ type }) => type)).toEqual(["member.created", "root_key.created", "workspace.created"])
    const [ofMember] = events
    expect(ofMember).toMatchObject({
      actor: { type: "user", id: person.userId, name: person.name },
      resources: [{ type: "member", id: person.userId }],
      changes: { before: null, after: { role: "owner", email: person.email, signInMethod: "invitation" } },
    })
    expect(await keyward.ok("rootKeys.getRootKey", { rootKeyId }, inside)).toMatchObject({ createdBy: person.userId })
    const { workspaces } = await keyward.ok("sessions.getSession", {}, { session: { cookie: person.cookie } })
    expect(workspaces).toContainEqual(expect.objectContaining({ workspaceId, role: "owner" }))
  })

  test("has no owner if a key creates it, also through a session, and then an operator invites one", async () => {
    const cookie = cookieOf(await keyward.call("sessions.signIn", { key: keyward.operatorKey }, visitor))
    for (const options of [keyward.operator, inBrowser({ cookie })]) {
      const { workspaceId } = await keyward.ok("workspaces.createWorkspace", { name: "Of a key" }, options)
      expect(await keyward.ok("members.listMembers", { workspaceId }, keyward.operator)).toEqual([])
      const email = "new-owner@example.com"
      await keyward.ok("members.inviteMember", { workspaceId, email, role: "owner" }, options)
      const invited = await keyward.ok("members.listInvitations", { workspaceId }, keyward.operator)
      expect(invited).toMatchObject([{ email, role: "owner" }])
    }
  })

  test("lets an operator into no other workspace", async () => {
    const person = await addOperator()
    const other = await keyward.createWorkspace("Not yours")
    for (const operation of ["apis.listApis", "keys.listKeys", "members.listMembers", "workspaces.getWorkspace"]) {
      const reply = await keyward.call(operation, {}, inBrowser(person, other.workspaceId))
      expect(outcomeOf(reply)).toBe("404 data/workspace_not_found")
    }
  })

  test("leaves no member behind if the person is deleted at the same time", async () => {
    const person = await addOperator()
    const create = () => keyward.call("workspaces.createWorkspace", { name: "Race" }, inBrowser(person))
    const deletion = () => keyward.call("users.deleteUser", { userId: person.userId }, keyward.operator)
    const [deleted, ...created] = await Promise.all([
      create().then(deletion),
      ...Array.from({ length: 8 }, () => create()),
    ])
    expect(outcomeOf(deleted)).toBe("200")
    for (const reply of created) expect(outcomeOf(reply)).toBeOneOf(["200", "401 authentication/session_expired"])
    const rows = await queryDatabase(keyward, `select workspace_id from members where user_id = '${person.userId}'`)
    expect(rows).toHaveLength(0)
    for (const { body } of created.filter(({ status }) => status === 200)) {
      const events = await keyward.events({ workspaceId: body.data.workspaceId })
      expect(events.map(({ type }) => type).filter((type) => type.startsWith("member."))).toEqual([
        "member.deleted",
        "member.created",
      ])
    }
  })

  test("refuses a person who is a member of 1,000 workspaces, and creates nothing", async () => {
    const person = await addOperator()
    const digits = "(values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))"
    const numbered = `(select a.column1 * 100 + b.column1 * 10 + c.column1 as n from ${digits} a, ${digits} b, ${digits} c) x`
    const columns = "name, enabled, on_exceeded, created_at"
    await queryDatabase(
      keyward,
      `insert into workspaces (id, ${columns}) select 'ws_' || n, ${columns}
       from workspaces, ${numbered} where id = '${keyward.workspaceId}' and n > 0`,
    )
    await queryDatabase(
      keyward,
      `insert into members (workspace_id, user_id, role, created_at)
       select id, '${person.userId}', 'viewer', 0 from workspaces where id like 'ws____' or id like 'ws___' or id like 'ws__'`,
    )
    const create = () => keyward.call("workspaces.createWorkspace", { name: "One more" }, inBrowser(person))
    expect(outcomeOf(await create())).toBe("412 application/precondition_failed")
    expect(await keyward.ok("workspaces.listWorkspaces", { search: "One more" }, keyward.operator)).toEqual([])
  })
})
