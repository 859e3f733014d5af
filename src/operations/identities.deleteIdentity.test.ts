import { beforeAll, describe, expect, test } from "bun:test"
import { deletedInEvents, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("identities.deleteIdentity", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
  })

  /** An identity with one enabled and one disabled key, and another key without an identity. */
  const prepare = async (externalId: string) => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, meta: { plan: "pro" } })
    const usable = await keyward.ok("keys.createKey", { apiId, externalId, name: "usable" })
    const disabled = await keyward.ok("keys.createKey", { apiId, externalId, enabled: false })
    const nobodys = await keyward.ok("keys.createKey", { apiId })
    const identity = await keyward.ok("identities.getIdentity", { identityId })
    const keyIds = { usable: usable.keyId, disabled: disabled.keyId, nobodys: nobodys.keyId } as const
    const before = await keysOf(keyIds)
    clock.now += 1000
    return { identity, identityId, keyIds, before }
  }
  const keysOf = async ({ usable, disabled, nobodys }: { usable: string; disabled: string; nobodys: string }) => ({
    usable: await keyOrStatus(usable),
    disabled: await keyOrStatus(disabled),
    nobodys: await keyOrStatus(nobodys),
  })
  const keyOrStatus = async (keyId: string) => {
    const { status, body } = await keyward.call("keys.getKey", { keyId })
    return status === 200 ? body.data : status
  }
  const unlinked = ({ identity: _identity, ...key }: { identity?: unknown }) => key
  const removal = (identity: string, more: object = {}) =>
    eventsDuring(keyward, async () => {
      expect(await keyward.ok("identities.deleteIdentity", { identity, ...more })).toEqual({})
    })

  test("deletes an identity, keeps its keys as they are but unlinked, and records one event", async () => {
    const { identity, identityId, keyIds, before } = await prepare("kept")
    const events = await removal(identityId)
    expect(await keysOf(keyIds)).toEqual({
      usable: unlinked(before.usable),
      disabled: unlinked(before.disabled),
      nobodys: before.nobodys,
    })
    expect(events).toEqual([
      {
        eventId: expect.any(String),
        sequence: expect.any(Number),
        type: "identity.deleted",
        time: clock.now,
        actor: { type: "root_key", id: keyward.rootKeyId },
        workspaceId: keyward.workspaceId,
        resources: [{ type: "identity", id: identityId }],
        requestId: expect.any(String),
        changes: { before: deletedInEvents(identity), after: null },
      },
    ])
  })

  test("disables its keys if asked to, with an event for each key that was enabled", async () => {
    const { identityId, keyIds, before } = await prepare("disabled")
    const events = await removal("disabled", { keys: "disable" })
    expect(await keysOf(keyIds)).toEqual({
      usable: { ...unlinked(before.usable), enabled: false, updatedAt: clock.now },
      disabled: unlinked(before.disabled),
      nobodys: before.nobodys,
    })
    expect(events.map(({ type, resources }) => [type, resources[0]?.id]).sort()).toEqual([
      ["identity.deleted", identityId],
      ["key.updated", keyIds.usable],
    ])
    const named = { id: identityId, externalId: "disabled" }
    const changes = { before: { enabled: true, identity: named }, after: { enabled: false } }
    expect(events.find(({ type }) => type === "key.updated")?.changes).toEqual(changes)
  })

  test("deletes its keys if asked to, with an event for each", async () => {
    const { identityId, keyIds, before } = await prepare("deleted")
    const events = await removal("deleted", { keys: "delete" })
    expect(await keysOf(keyIds)).toEqual({ usable: 404, disabled: 404, nobodys: before.nobodys })
    expect(events.map(({ type, resources }) => [type, resources[0]?.id]).sort()).toEqual(
      [
        ["identity.deleted", identityId],
        ["key.deleted", keyIds.disabled],
        ["key.deleted", keyIds.usable],
      ].sort(),
    )
    expect(events.find(({ resources }) => resources[0]?.id === keyIds.usable)?.changes).toEqual({
      before: deletedInEvents(before.usable),
      after: null,
    })
  })

  test("reports a deleted identity as nonexistent, the second deletion included, and lets its name be used again", async () => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "again" })
    await keyward.ok("identities.deleteIdentity", { identity: "again" })
    for (const identity of ["again", identityId]) {
      await expectRefused(keyward, ["identities.deleteIdentity", { identity }], "404 data/identity_not_found")
    }
    const recreated = await keyward.ok("identities.createIdentity", { externalId: "again" })
    expect(recreated.identityId).not.toBe(identityId)
    expect(await keyward.ok("identities.getIdentity", { externalId: "again" })).toMatchObject({
      id: recreated.identityId,
    })
    expect((await keyward.call("identities.getIdentity", { identityId })).status).toBe(404)
  })

  test("refuses a wrong choice about its keys", async () => {
    const cases = ["erase", null].map((keys) => [{ identity: "x", keys }, "body.keys"] as const)
    await expectViolations(keyward, "identities.deleteIdentity", cases)
  })
})
