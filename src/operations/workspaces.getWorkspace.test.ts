import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("workspaces.getWorkspace", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

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

  test("counts what is in the workspace, at most a minute late", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace("Counted")
    const own = { key: rootKey }
    const counts = async () => (await get({ workspaceId }, own)).body.data.counts
    expect(await counts()).toEqual({ keys: 0, keysByApi: [], identities: 0, apis: 0, verificationsThisMonth: 0 })
    const { apiId } = await keyward.ok("apis.createApi", { name: "Payments" }, own)
    const gone = await keyward.ok("apis.createApi", { name: "Gone" }, own)
    const { keyId } = await keyward.ok("keys.createKey", { apiId, externalId: "user_1", expires: 0 }, own)
    await keyward.ok("keys.createKey", { apiId, externalId: "user_2" }, own)
    await keyward.ok("keys.createKey", { apiId: gone.apiId }, own)
    await keyward.ok("keys.deleteKey", { keyId }, own)
    await keyward.ok("apis.deleteApi", { apiId: gone.apiId }, own)
    // A small workspace is counted again after a second.
    clock.now += 1_000
    expect(await counts()).toEqual({
      ...{ keys: 1, identities: 2, apis: 1, verificationsThisMonth: 0 },
      keysByApi: [{ apiId, keys: 1 }],
    })
    const { key } = await keyward.ok("keys.createKey", { apiId }, own)
    await keyward.ok("keys.verifyKey", { key }, own)
    await keyward.restart()
    const small = await keyward.ok("apis.createApi", { name: "Small" }, own)
    await keyward.ok("keys.createKey", { apiId: small.apiId }, own)
    expect(await counts()).toEqual({
      ...{ keys: 3, identities: 2, apis: 2, verificationsThisMonth: 1 },
      keysByApi: [
        { apiId, keys: 2 },
        { apiId: small.apiId, keys: 1 },
      ],
    })
  })

  test("records nothing", async () => {
    const before = await keyward.events()
    await get({})
    await get({ workspaceId: keyward.workspaceId }, keyward.operator)
    expect(await keyward.events()).toEqual(before)
  })
})
