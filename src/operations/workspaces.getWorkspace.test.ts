import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("workspaces.getWorkspace on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  const get = (body: unknown, options = {}) => keyward.call("workspaces.getWorkspace", body, options)

  test("shows a root key its own workspace, named or not", async () => {
    const own = (await get({})).body.data
    expect(own).toMatchObject({ id: keyward.workspaceId, name: "Test", enabled: true })
    expect((await get({ workspaceId: keyward.workspaceId })).body.data).toEqual(own)
    expect((await get(undefined)).body.data).toEqual(own)
  })

  test("shows an operator any workspace, disabled ones with the reason, note and time of it", async () => {
    const { workspaceId } = await keyward.createWorkspace("Disabled")
    const before = (await get({ workspaceId }, keyward.operator)).body.data
    const note = "Invoice 4711"
    clock.now += 1000
    await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "unpaid_billing", note }, keyward.operator)
    expect((await get({ workspaceId }, keyward.operator)).body.data).toEqual({
      ...before,
      enabled: false,
      disabledReason: "unpaid_billing",
      disabledNote: note,
      disabledAt: clock.now,
      updatedAt: clock.now,
    })
  })

  test("records nothing", async () => {
    const before = await keyward.events()
    await get({})
    await get({ workspaceId: keyward.workspaceId }, keyward.operator)
    expect(await keyward.events()).toEqual(before)
  })
})
