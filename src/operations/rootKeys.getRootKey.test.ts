import { beforeAll, describe, expect, test } from "bun:test"
import type { TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("rootKeys.getRootKey", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let other: TestWorkspace

  beforeAll(async () => {
    other = await keyward.createWorkspace("Other")
  })

  const get = (body?: unknown, options = {}) => keyward.call("rootKeys.getRootKey", body, options)

  test("lets every root key describe itself, with or without its id, holding whatever permission", async () => {
    const created = await keyward.ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })
    const self = await get(undefined, { key: created.rootKey })
    expect(self.body.data).toMatchObject({
      rootKeyId: created.rootKeyId,
      workspaceId: keyward.workspaceId,
      start: created.rootKey.slice(0, 12),
      enabled: true,
      permissions: ["event.*.read_event"],
      createdAt: clock.now,
    })
    for (const absent of ["name", "expires", "updatedAt", "hash"]) expect(self.body.data).not.toHaveProperty(absent)
    const named = await get({ rootKeyId: created.rootKeyId }, { key: created.rootKey })
    expect(named.body.data).toMatchObject({ rootKeyId: created.rootKeyId })
  })

  test("finds no key that is unknown, deleted or of another workspace, whatever the caller holds", async () => {
    const deleted = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] })
    await keyward.ok("rootKeys.deleteRootKey", { rootKeyId: deleted.rootKeyId })
    const weak = await keyward.createRootKey(["root_key.*.update_root_key"])
    for (const rootKeyId of ["rk_1BzmjTFLHWXwiSK4y3H5iW", "?", deleted.rootKeyId, other.rootKeyId]) {
      expect(outcomeOf(await get({ rootKeyId }, { key: weak }))).toBe("404 data/root_key_not_found")
    }
  })

  test("shows an operator any root key of the workspace it names", async () => {
    const { workspaceId, rootKeyId } = other
    const shown = await get({ workspaceId, rootKeyId }, keyward.operator)
    expect(shown.body.data).toMatchObject({ workspaceId, rootKeyId })
    const unknown = await get({ workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW", rootKeyId }, keyward.operator)
    expect(outcomeOf(unknown)).toBe("404 data/workspace_not_found")
    const unnamed = await get({ workspaceId }, keyward.operator)
    const message = "is required with an operator key"
    expect(unnamed.body.error.errors).toEqual([{ location: "body.rootKeyId", message }])
    const bodies = [[{ rootKeyId }, "body.workspaceId"]] as const
    await expectViolations(keyward, "rootKeys.getRootKey", bodies, keyward.operatorKey)
  })
})
