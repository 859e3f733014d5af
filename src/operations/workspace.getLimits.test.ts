import { describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("workspace.getLimits", () => {
  const clock = { now: Date.parse("2026-03-31T23:59:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  const get = (body: unknown, options = {}) => keyward.call("workspace.getLimits", body, options)

  test("shows the limits that exist, null where there is none, and 0 for what Keyward does not have", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const unlimited = await get(undefined, { key: rootKey })
    expect(unlimited.body.data).toEqual({
      apiBillableOperationsCountMaxPerMonth: { limit: null, current: 0 },
      apiRequestsCountMaxPerMinute: { limit: null },
      logsRetentionDaysMax: { limit: 0 },
      logsAuditRetentionDaysMax: { limit: null },
      logdrainsMax: { limit: 0, current: 0 },
    })
    const limits = { verificationsPerMonth: 5, requestsPerMinute: 100 }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)
    expect((await get({}, { key: rootKey })).body.data).toEqual({
      ...unlimited.body.data,
      apiBillableOperationsCountMaxPerMonth: { limit: 5, current: 0 },
      apiRequestsCountMaxPerMinute: { limit: 100 },
    })
  })

  test("counts the verifications of the current month in UTC", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const limits = { verificationsPerMonth: 5 }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)
    const { key } = await createKey(keyward, {}, rootKey)
    for (const text of [key, key, "unknown"]) await keyward.ok("keys.verifyKey", { key: text }, { key: rootKey })
    const current = async () => (await get({}, { key: rootKey })).body.data.apiBillableOperationsCountMaxPerMonth
    expect(await current()).toEqual({ limit: 5, current: 2 })
    clock.now = Date.parse("2026-04-01T00:00:00Z")
    expect(await current()).toEqual({ limit: 5, current: 0 })
  })
})
