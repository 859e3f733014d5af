import { describe, expect, test } from "bun:test"
import { rejection } from "../../test/harness/rejection.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { createKeyward, type EventMessage, type Keyward, unwrap } from "./index.ts"

const server = serveKeyward({ engine: "sqlite" })

/** The address of the server changes when it starts again. */
const client = (key = server.rootKey, fetchStream: typeof fetch = fetch): Keyward =>
  createKeyward({
    url: "http://keyward.test",
    key,
    fetch: (url, init) => {
      const target = url.replace("http://keyward.test", server.url)
      return url.endsWith("events.stream") ? fetchStream(target, init) : fetch(target, init)
    },
  })

const createApi = async (name: string) => {
  await unwrap(client().apis.createApi({ name }))
}

const latestId = async () => {
  const [latest] = await unwrap(client().events.listEvents({ limit: 1 }))
  return latest?.eventId ?? ""
}

const apiName = ({ data }: EventMessage) => data.changes?.after?.name

/** The names of the first new APIs, each passed on as it comes. */
async function namesOf(messages: AsyncIterable<EventMessage>, count: number, onName = async (_count: number) => {}) {
  const names: unknown[] = []
  for await (const message of messages) {
    names.push(apiName(message))
    await onName(names.length)
    if (names.length === count) break
  }
  return names
}

describe("followEvents", () => {
  test("yields the events after one, and then new ones, across a restart of the service", async () => {
    const after = await latestId()
    for (const name of ["Past 1", "Past 2"]) await createApi(name)
    const names = await namesOf(client().followEvents({ after, types: ["api.*"] }), 5, async (count) => {
      if (count === 2) await createApi("While it runs")
      if (count !== 3) return
      await createApi("Before the restart")
      await server.restart()
      await createApi("After the restart")
    })
    expect(names).toEqual(["Past 1", "Past 2", "While it runs", "Before the restart", "After the restart"])
  })

  test("misses nothing if the first connection is lost before the first event", async () => {
    let connections = 0
    const losing = async (url: string | URL | Request, init?: RequestInit) => {
      connections += 1
      if (connections > 1) return fetch(url, init)
      const response = await fetch(url, { ...init, signal: null })
      await response.body?.cancel()
      await createApi("In between")
      return new Response("retry: 2000\n\n", { headers: response.headers })
    }
    const follow = client(server.rootKey, Object.assign(losing, fetch)).followEvents({ types: ["api.*"] })
    expect(await namesOf(follow, 1)).toEqual(["In between"])
    expect(connections).toBe(2)
  })

  test("puts a message together that arrives in pieces, and leaves out comments", async () => {
    const message = {
      type: "api.created",
      timestamp: "",
      data: { eventId: "evt_1", changes: { after: { name: "Ü" } } },
    }
    const bytes = new TextEncoder().encode(`: open\n\nid: evt_1\ndata: ${JSON.stringify(message)}\n\n`)
    const pieces = async () => {
      const body = new ReadableStream({
        async start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        },
      })
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } })
    }
    const follow = client(server.rootKey, Object.assign(pieces, fetch)).followEvents({ after: "evt_0" })
    expect(await namesOf(follow, 1)).toEqual(["Ü"])
  })

  test("throws what the service refuses, at the beginning and later", async () => {
    const blind = client(await server.createRootKey(["api.*.read_api"]))
    const after = await latestId()
    expect(await rejection(namesOf(blind.followEvents({ after }), 1))).toMatchObject({
      code: "authorization/insufficient_permissions",
    })
    expect(await rejection(namesOf(client().followEvents({ after: "evt_unknown" }), 1))).toMatchObject({
      code: "data/event_not_found",
    })
    const { rootKeyId, rootKey } = await server.ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })
    const names = namesOf(client(rootKey).followEvents({ after, types: ["api.*"] }), 2, async () => {
      await server.ok("rootKeys.deleteRootKey", { rootKeyId })
    })
    await createApi("The last one")
    expect(await rejection(names)).toMatchObject({ status: 401 })
  })

  test("throws if the service cannot be reached at the beginning", async () => {
    const nowhere = createKeyward({ url: "http://127.0.0.1:1", key: server.rootKey, retries: 1 })
    expect(await rejection(namesOf(nowhere.followEvents({ after: "evt_1" }), 1))).toMatchObject({
      code: "client/unreachable",
    })
  })

  test("ends with its signal, also while it waits", async () => {
    const stop = new AbortController()
    const after = await latestId()
    const names = namesOf(client().followEvents({ after, types: ["api.*"] }, { signal: stop.signal }), 9, async () => {
      setTimeout(() => stop.abort(), 10)
    })
    await createApi("Only one")
    expect(await names).toEqual(["Only one"])
  })
})
