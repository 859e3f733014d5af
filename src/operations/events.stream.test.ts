import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { addPerson, inBrowser, type Person } from "../../test/people/person.ts"
import { type Followed, followed } from "../../test/requests/follow.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { eventMessage } from "../contract/event-message.ts"

describe.each([...engines])("events.stream on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  interface Asking {
    readonly key?: string
    readonly query?: string
    readonly lastEventId?: string
  }
  const ask = ({ key = keyward.rootKey, query = "", lastEventId }: Asking = {}): Promise<Response> => {
    const resuming = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }
    return fetch(`${keyward.url}/v2/events.stream${query}`, {
      headers: { Authorization: `Bearer ${key}`, ...resuming },
    })
  }
  const follow = async (asking: Asking = {}): Promise<Followed> => followed(await ask(asking))
  const rename = (name: string, key = keyward.rootKey) => keyward.ok("workspaces.updateWorkspace", { name }, { key })
  const newestId = async (key = keyward.rootKey): Promise<string> =>
    (await keyward.ok("events.listEvents", { limit: 1 }, { key }))[0].eventId
  const openStreams = async () => {
    const { text } = await keyward.request("/metrics")
    return Number(/^keyward_event_streams (\d+)$/m.exec(text)?.[1])
  }
  const idsIn = (stream: Followed) => stream.messages().map(({ id }) => id)
  const namesIn = (stream: Followed) => stream.messages().map(({ data }) => data.changes.after?.name)

  test("sends each event of the own workspace once, as events.getEvent shows it", async () => {
    const other = await keyward.createWorkspace("Other")
    const stream = await follow()
    expect(stream.headers.get("x-accel-buffering")).toBe("no")
    expect(stream.headers.get("content-encoding")).toBeNull()
    await rename("Elsewhere", other.rootKey)
    await rename("First")
    await rename("Second")
    const messages = await stream.first(2)
    expect(stream.text().startsWith("retry: 2000\n\nid: evt_")).toBe(true)
    expect(namesIn(stream)).toEqual(["First", "Second"])
    for (const { id, ...message } of messages) {
      expect<unknown>(eventMessage.parse(message)).toEqual(message)
      expect(message.data).toEqual(await keyward.ok("events.getEvent", { eventId: id }))
      expect(message).toMatchObject({ type: message.data.type, timestamp: new Date(message.data.time).toISOString() })
    }
    stream.leave()
    await until(async () => (await openStreams()) === 0)
  })

  test("goes on after an event, however old, and without a gap while changes are made", async () => {
    const start = await newestId()
    // More than two pages.
    await Promise.all(Array.from({ length: 210 }, (_, index) => rename(`Name ${index}`)))
    const streams = await Promise.all([
      follow({ query: `?after=${start}` }),
      follow({ lastEventId: start, query: "?after=evt_unknown" }),
    ])
    await Promise.all(Array.from({ length: 20 }, (_, index) => rename(`Later ${index}`)))
    const ids: string[] = []
    while (ids.length < 230) {
      const page = await keyward.ok("events.listEvents", { after: ids.at(-1) ?? start, limit: 100 })
      ids.push(...page.map(({ eventId }: { eventId: string }) => eventId))
    }
    expect(ids.length).toBe(230)
    for (const stream of streams) {
      await stream.first(ids.length)
      expect(idsIn(stream)).toEqual(ids)
      stream.leave()
    }
    const rest = await follow({ lastEventId: ids[99] ?? "" })
    await rest.first(130)
    expect(idsIn(rest)).toEqual(ids.slice(100))
    rest.leave()
  })

  test("sends the types that the caller wants, and to an operator all workspaces", async () => {
    const after = await newestId()
    const apis = await follow({ query: `?types=api.*,permission.created&after=${after}` })
    const everything = await follow({ key: keyward.operatorKey, query: `?after=${after}` })
    const one = await follow({ key: keyward.operatorKey, query: `?after=${after}&workspaceId=${keyward.workspaceId}` })
    const other = await keyward.createWorkspace("Watched")
    const { apiId } = await keyward.ok("apis.createApi", { name: "Streamed" })
    await rename("Unwanted")
    await keyward.ok("apis.deleteApi", { apiId })
    await apis.first(2)
    expect(apis.messages().map(({ type }) => type)).toEqual(["api.created", "api.deleted"])
    await everything.first(5)
    expect(new Set(everything.messages().map(({ data }) => data.workspaceId))).toEqual(
      new Set([other.workspaceId, keyward.workspaceId]),
    )
    await one.first(3)
    expect(one.messages().map(({ type }) => type)).toEqual(["api.created", "workspace.updated", "api.deleted"])
    for (const stream of [apis, everything, one]) stream.leave()
  })

  test("leaves out changes that are too long", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Large" })
    const stream = await follow({ query: "?types=key.*" })
    const meta = { text: "a".repeat(60_000) }
    const { keyId } = await keyward.ok("keys.createKey", { apiId, meta })
    await keyward.ok("keys.updateKey", { keyId, meta: { text: "b".repeat(60_000) } })
    const [created, updated] = await stream.first(2)
    expect(created?.data.changes.after?.meta).toEqual(meta)
    expect(updated?.data).toMatchObject({ changesOmitted: true, resources: [{ type: "key", id: keyId }, {}] })
    expect(updated?.data.changes).toBeUndefined()
    stream.leave()
  })

  interface Losing {
    readonly rootKeyId: string
    readonly workspaceId: string
    readonly by: { readonly key: string }
  }
  const update = ({ rootKeyId, by }: Losing, change: object) =>
    keyward.ok("rootKeys.updateRootKey", { rootKeyId, ...change }, by)
  const lostBy: [string, (losing: Losing) => Promise<unknown>][] = [
    ["is deleted", ({ rootKeyId, by }) => keyward.ok("rootKeys.deleteRootKey", { rootKeyId }, by)],
    ["is disabled", (losing) => update(losing, { enabled: false })],
    ["loses the permission", (losing) => update(losing, { permissions: ["api.*.read_api"] })],
    ["expires", async () => Object.assign(clock, { now: clock.now + 60_000 })],
    [
      "has its workspace disabled",
      ({ workspaceId }) =>
        keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" }, keyward.operator),
    ],
  ]
  test("ends when the root key loses its right", async () => {
    for (const [how, lose] of lostBy) {
      const workspace = await keyward.createWorkspace("Losing")
      const { rootKeyId, rootKey } = await keyward.ok(
        "rootKeys.createRootKey",
        { permissions: ["event.*.read_event"], ...(how === "expires" && { expires: clock.now + 30_000 }) },
        { key: workspace.rootKey },
      )
      const stream = await follow({ key: rootKey })
      await lose({ rootKeyId, workspaceId: workspace.workspaceId, by: { key: workspace.rootKey } })
      await stream.ended
      expect([how, (await ask({ key: rootKey })).status]).not.toEqual([how, 200])
    }
    // The page of metrics may be a moment old.
    const counted = `keyward_event_streams_ended_total{reason="right_lost"} ${lostBy.length}\n`
    await until(async () => (await keyward.request("/metrics")).text.includes(counted))
  })

  const inSession = (person: Person, workspaceId: string, body: object = {}) =>
    fetch(`${keyward.url}/v2/events.stream`, {
      method: "POST",
      headers: {
        Cookie: person.cookie,
        Origin: keyward.url.replace("127.0.0.1", "localhost"),
        "Content-Type": "application/json",
        "Keyward-Workspace": workspaceId,
      },
      body: JSON.stringify(body),
    })

  test("serves five streams to a session, and ends them with the session or the membership", async () => {
    const workspace = await keyward.createWorkspace("People")
    const [leaving, removed] = await Promise.all([
      addPerson(keyward, { ...workspace, role: "viewer" }),
      addPerson(keyward, { ...workspace, role: "viewer" }),
    ])
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => inSession(leaving, workspace.workspaceId, { types: ["workspace.*"] })),
    )
    const streams = opened.map(followed)
    const refused = await inSession(leaving, workspace.workspaceId)
    expect(outcomeOf({ status: refused.status, body: await refused.json() })).toBe("429 limits/too_many_streams")
    const ofMember = followed(await inSession(removed, workspace.workspaceId))
    await rename("Seen", workspace.rootKey)
    await Promise.all([...streams, ofMember].map((stream) => stream.first(1)))
    await keyward.ok("sessions.signOut", {}, inBrowser(leaving, workspace.workspaceId))
    await Promise.all(streams.map(({ ended }) => ended))
    await keyward.ok("members.removeMember", { userId: removed.userId }, { key: workspace.rootKey })
    await ofMember.ended
    const cookieByGet = await fetch(`${keyward.url}/v2/events.stream`, { headers: { Cookie: removed.cookie } })
    expect(cookieByGet.status).toBe(403)
  })

  test("refuses the 21st stream of a root key, and others not", async () => {
    const key = await keyward.createRootKey(["event.*.read_event"])
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow({ key })))
    const refused = await ask({ key })
    expect(outcomeOf({ status: refused.status, body: await refused.json() })).toBe("429 limits/too_many_streams")
    ;(await follow()).leave()
    const [one, ...others] = streams
    one?.leave()
    await until(async () => {
      const { status, body } = await ask({ key })
      await body?.cancel()
      return status === 200
    })
    for (const stream of others) stream.leave()
  })

  test("refuses what it does not know, and a HEAD opens nothing", async () => {
    const foreign = await keyward.createWorkspace("Foreign")
    const eventId = await newestId(foreign.rootKey)
    await until(async () => (await openStreams()) === 0)
    const cases: [Asking, string][] = [
      [{ query: "?types=kay.created" }, "400 application/invalid_input"],
      [{ query: "?types=" }, "400 application/invalid_input"],
      [{ query: "?limit=3" }, "400 application/invalid_input"],
      [{ query: "?after=evt_unknown" }, "404 data/event_not_found"],
      [{ lastEventId: "evt_unknown" }, "404 data/event_not_found"],
      [{ query: `?after=${eventId}` }, "404 data/event_not_found"],
      [{ query: `?workspaceId=${foreign.workspaceId}` }, "404 data/workspace_not_found"],
      [{ key: await keyward.createRootKey(["api.*.read_api"]) }, "403 authorization/insufficient_permissions"],
      [{ key: "nobody" }, "401 authentication/key_not_found"],
    ]
    for (const [asking, outcome] of cases) {
      const response = await ask(asking)
      expect([asking, outcomeOf({ status: response.status, body: await response.json() })]).toEqual([asking, outcome])
    }
    const headers = { Authorization: `Bearer ${keyward.rootKey}` }
    const head = await fetch(`${keyward.url}/v2/events.stream`, { method: "HEAD", headers })
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"])
    expect(await openStreams()).toBe(0)
  })

  test("ends first when the node stops, and goes on at the next one", async () => {
    const stream = await follow()
    await rename("Before")
    const [message] = await stream.first(1)
    await rename("Missed")
    await keyward.restart()
    await stream.ended
    const resumed = await follow({ lastEventId: message?.id ?? "" })
    await rename("After")
    await resumed.first(2)
    expect(namesIn(resumed)).toEqual(["Missed", "After"])
    resumed.leave()
  })
})
