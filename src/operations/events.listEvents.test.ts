import { beforeAll, describe, expect, test } from "bun:test"
import { deleteWorkspace } from "../../test/harness/fixtures.ts"
import type { TestWorkspace, WireEvent } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { positionIn } from "../../test/requests/cursor-position.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { queryDatabase } from "../../test/storage/database.ts"

describe("events.listEvents", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let other: TestWorkspace

  beforeAll(async () => {
    clock.now += 1000
    other = await keyward.createWorkspace("Other")
    for (const name of ["First", "Second", "Third"]) {
      clock.now += 1000
      await keyward.ok("workspaces.updateWorkspace", { name })
    }
  })

  const list = (filter: object, options = {}): Promise<WireEvent[]> => keyward.ok("events.listEvents", filter, options)
  const typesOf = (events: readonly WireEvent[]) => events.map(({ type }) => type)

  test("gives a root key the events of its own workspace, newest first", async () => {
    const events = await list({})
    const updates = Array(3).fill("workspace.updated")
    expect(typesOf(events)).toEqual([...updates, "root_key.created", "workspace.created"])
    expect(new Set(events.map(({ workspaceId }) => workspaceId))).toEqual(new Set([keyward.workspaceId]))
    expect(await list({ workspaceId: keyward.workspaceId })).toEqual(events)
  })

  test("shows who changed what in which request, and nothing of the chain", async () => {
    const reply = await keyward.call("workspaces.updateWorkspace", { name: "Fourth" })
    const [event] = await list({ limit: 1 })
    expect(event).toEqual({
      eventId: expect.stringMatching(/^evt_[1-9A-HJ-NP-Za-km-z]{22}$/),
      sequence: expect.any(Number),
      type: "workspace.updated",
      time: clock.now,
      actor: { type: "root_key", id: keyward.rootKeyId },
      workspaceId: keyward.workspaceId,
      resources: [{ type: "workspace", id: keyward.workspaceId }],
      requestId: reply.body.meta.requestId,
      changes: { before: { name: "Third" }, after: { name: "Fourth" } },
    })
    await keyward.ok("workspaces.updateWorkspace", { name: "Third" })
  })

  test("names the objects that have a name, as it is now", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Before" })
    const { keyId } = await keyward.ok("keys.createKey", { apiId, name: "Production", externalId: "northwind" })
    await keyward.ok("apis.updateApi", { apiId, name: "After" })
    await keyward.ok("keys.updateKey", { keyId, enabled: false })
    const [event] = await list({ limit: 1 })
    expect(event?.resources).toEqual([
      { type: "key", id: keyId, name: "Production" },
      { type: "api", id: apiId, name: "After" },
      { type: "identity", id: expect.any(String), name: "northwind" },
    ])
    await keyward.ok("apis.deleteApi", { apiId })
  })

  test("gives an operator the events of all workspaces, or of one", async () => {
    const all = await list({}, keyward.operator)
    expect(new Set(all.map(({ workspaceId }) => workspaceId))).toEqual(
      new Set([keyward.workspaceId, other.workspaceId]),
    )
    const some = await list({ workspaceId: other.workspaceId }, keyward.operator)
    expect(typesOf(some)).toEqual(["root_key.created", "workspace.created"])
    expect(some[0]?.actor).toEqual({ type: "operator", id: "operator" })
  })

  test("keeps the events of a deleted workspace readable for an operator", async () => {
    const { workspaceId } = await keyward.createWorkspace("Short-lived")
    await deleteWorkspace(keyward, workspaceId)
    expect(typesOf(await list({ workspaceId }, keyward.operator))).toEqual([
      "workspace.deleted",
      "workspace.disabled",
      "root_key.created",
      "workspace.created",
    ])
  })

  test("answers 404 to an operator for a workspace that never was", async () => {
    const reply = await keyward.call("events.listEvents", { workspaceId: "ws_unknown" }, keyward.operator)
    expect(outcomeOf(reply)).toBe("404 data/workspace_not_found")
  })

  test("filters by type, object and actor, all at once", async () => {
    const { workspaceId, rootKeyId } = keyward
    expect(typesOf(await list({ type: "root_key.created" }))).toEqual(["root_key.created"])
    expect(typesOf(await list({ resourceId: rootKeyId }))).toEqual(["root_key.created"])
    expect(typesOf(await list({ actorId: "operator" }))).toEqual(["root_key.created", "workspace.created"])
    expect(typesOf(await list({ actorId: "operator", resourceId: workspaceId }))).toEqual(["workspace.created"])
    expect(await list({ actorId: rootKeyId, type: "root_key.created" })).toEqual([])
  })

  test("lists the updates that switch a key, and only those", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Switched" })
    const { keyId } = await keyward.ok("keys.createKey", { apiId })
    const update = (change: object) => keyward.ok("keys.updateKey", { keyId, ...change })
    await update({ meta: { enabled: false } })
    await update({ enabled: false })
    for (let count = 0; count < 5; count += 1) await update({ meta: { count, enabled: false } })
    await update({ enabled: true, name: "On again" })
    const changesOf = async (type: string) =>
      (await list({ type, resourceId: keyId })).map(({ type, changes }) => ({ type, after: changes.after }))
    expect(await changesOf("key.disabled")).toEqual([{ type: "key.updated", after: { enabled: false } }])
    expect(await changesOf("key.enabled")).toEqual([
      { type: "key.updated", after: { enabled: true, name: "On again" } },
    ])
    expect(await list({ type: "key.disabled", limit: 1 })).toHaveLength(1)
    expect(await list({ type: "identity.disabled" })).toEqual([])
    await keyward.ok("apis.deleteApi", { apiId })
  })

  test("refuses a type that does not exist, and suggests one", async () => {
    await expectViolations(keyward, "events.listEvents", [[{ type: "no.such_type" }, "body.type"]])
    const reply = await keyward.call("events.listEvents", { type: "Workspace.created" })
    const message = "must be a type of events, such as `workspace.created`"
    expect(reply.body.error.errors).toEqual([{ location: "body.type", message }])
  })

  test("refuses an actor that is not known in the workspace", async () => {
    const message = "no member, root key or key with this id is known here"
    for (const actorId of ["nobody", "rk_unknown", other.rootKeyId]) {
      const reply = await keyward.call("events.listEvents", { actorId })
      expect(outcomeOf(reply)).toBe("400 application/invalid_input")
      expect(reply.body.error.errors).toEqual([{ location: "body.actorId", message }])
    }
    expect(await list({ actorId: other.rootKeyId }, keyward.operator)).toEqual([])
  })

  test("finds nothing for an actor that is known and did nothing that matches", async () => {
    const { rootKeyId } = await keyward.ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })
    expect(await list({ actorId: rootKeyId })).toEqual([])
    expect(await list({ actorId: keyward.rootKeyId, until: 1 })).toEqual([])
    expect(await list({ actorId: "refill" })).toEqual([])
  })

  test("finds nothing for unknown objects, and nothing of another workspace", async () => {
    for (const filter of [
      { resourceId: "ws_unknown" },
      { resourceId: other.workspaceId },
      { resourceId: other.rootKeyId },
    ]) {
      expect(await list(filter)).toEqual([])
    }
  })

  test("goes on after an event, oldest first, in pages too", async () => {
    const all = (await list({})).toReversed()
    const after = all[1]?.eventId
    expect(await list({ after })).toEqual(all.slice(2))
    expect(await list({ after: all.at(-1)?.eventId })).toEqual([])
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1))
    const first = await keyward.call("events.listEvents", { after, limit: 1 })
    const { cursor } = first.body.pagination
    expect([...first.body.data, ...(await list({ after, limit: 100, cursor }))]).toEqual(all.slice(2))
  })

  test("does not go on after an event of another workspace", async () => {
    const [foreign] = await list({ limit: 1 }, { key: other.rootKey })
    const refused = await keyward.call("events.listEvents", { after: foreign?.eventId })
    expect(outcomeOf(refused)).toBe("404 data/event_not_found")
    expect(await list({ after: foreign?.eventId, workspaceId: other.workspaceId }, keyward.operator)).toEqual([])
  })

  test("selects several types, and all types of an object", async () => {
    const typed = async (...types: readonly string[]) => new Set(typesOf(await list({ types })))
    expect(await typed("workspace.created", "root_key.*")).toEqual(new Set(["root_key.created", "workspace.created"]))
    expect(await typed("workspace.*")).toEqual(new Set(["workspace.updated", "workspace.created"]))
    expect(await list({ types: ["*"] })).toEqual(await list({}))
    await expectViolations(keyward, "events.listEvents", [
      [{ types: ["*", "keys.created"] }, "body.types[1]"],
      [{ types: ["*"], type: "key.created" }, "body.types"],
    ])
  })

  test("takes `since` inclusively and `until` exclusively", async () => {
    const [created] = await list({ type: "workspace.created" })
    const time = created?.time ?? 0
    expect(typesOf(await list({ since: time, until: time + 1 }))).toEqual(["root_key.created", "workspace.created"])
    expect(await list({ since: time + 1, until: time + 1 })).toEqual([])
    expect(await list({ until: time })).toEqual([])
    expect(typesOf(await list({ since: time + 1 }))).not.toContain("workspace.created")
  })

  test("continues at an event id, because a number would count the events of all workspaces", async () => {
    const { body } = await keyward.call("events.listEvents", { limit: 2 })
    const { cursor } = body.pagination
    const [, last] = body.data
    expect(positionIn(cursor)).toBe(last.eventId)
    const rest = await list({ cursor })
    expect([...body.data, ...rest]).toEqual(await list({}))
    await queryDatabase(keyward, `update events set id = 'evt_gone' where id = '${last.eventId}'`)
    await expectViolations(keyward, "events.listEvents", [[{ cursor }, "body.cursor"]])
    await queryDatabase(keyward, `update events set id = '${last.eventId}' where id = 'evt_gone'`)
  })

  test("refuses what breaks the bounds, naming each place", async () => {
    const bad = { type: "", actorId: "x".repeat(256), since: "yesterday", until: 1.5 }
    await expectViolations(keyward, "events.listEvents", [[bad, ...Object.keys(bad).map((name) => `body.${name}`)]])
  })
})
