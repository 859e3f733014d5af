import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, password } from "../../test/people/person.ts"
import { createKeyward, type SessionKeyward, type SessionOptions, unwrap } from "./index.ts"

const server = serveKeyward({ engine: "sqlite" })

/** What a browser adds to the requests of a page. */
interface Tab {
  cookie: string
  readonly sent: RequestInit[]
}

const tab: Tab = { cookie: "", sent: [] }
let email = ""
const origin = () => server.url.replace("127.0.0.1", "localhost")

beforeAll(async () => {
  const person = await addPerson(server, { ...server, role: "owner" })
  tab.cookie = person.cookie
  email = person.email
})

function inTab(options: Partial<SessionOptions> = {}): SessionKeyward {
  return createKeyward({
    url: origin(),
    session: { workspace: server.workspaceId },
    fetch: (url, init) => {
      tab.sent.push(init)
      const headers = { ...init.headers, Cookie: tab.cookie, Origin: origin() }
      return fetch(url, { ...init, headers })
    },
    ...options,
  })
}

function lastHeaders(): Headers {
  return new Headers(tab.sent.at(-1)?.headers)
}

describe("a client with a session", () => {
  test("has one method for every operation, those for pages included", () => {
    const names = Object.entries(inTab()).flatMap(([resource, methods]) =>
      Object.keys(methods).map((name) => `${resource}.${name}`),
    )
    const calls = operations.filter(({ kind }) => kind !== "stream")
    expect(names.sort()).toEqual(calls.map(({ name }) => name))
  })

  test("acts as the person in the workspace, without a key", async () => {
    const { apiId } = await unwrap(inTab().apis.createApi({ name: "From a page" }))
    expect(apiId).toMatch(/^api_/)
    expect(lastHeaders().get("keyward-workspace")).toBe(server.workspaceId)
    expect(lastHeaders().has("authorization")).toBe(false)
    expect(lastHeaders().has("idempotency-key")).toBe(true)
    expect(tab.sent.at(-1)?.credentials).toBe("same-origin")
  })

  test("asks about the person too", async () => {
    const account = await unwrap(inTab({ session: { workspace: "operator" } }).account.getAccount())
    expect(account.email).toBe(email)
    expect(lastHeaders().get("keyward-workspace")).toBe("operator")
  })

  test("sends a password once, because nothing remembers that it was sent", async () => {
    let attempts = 0
    const lost = inTab({
      retries: 2,
      fetch: () => {
        attempts += 1
        return Promise.reject(new Error("The connection was lost."))
      },
    })
    const { error } = await lost.sessions.signIn({ email, password })
    expect(error?.code).toBe("client/unreachable")
    expect(attempts).toBe(1)
  })

  test("is told when the session is over", async () => {
    const over = createKeyward({
      url: server.url,
      session: { workspace: server.workspaceId },
      fetch: (url, init) => {
        const cookie = tab.cookie.replace(/=[^;]{43}/, `=${"a".repeat(43)}`)
        return fetch(url, { ...init, headers: { ...init.headers, Cookie: cookie, Origin: origin() } })
      },
    })
    expect((await over.apis.listApis()).error).toMatchObject({ code: "authentication/session_expired", status: 401 })
  })
})

describe("a client of the portal", () => {
  test("names its session in a header, and before a link is opened it names nothing", async () => {
    const sent: Headers[] = []
    const clientOf = (portal: string) =>
      createKeyward({
        url: origin(),
        session: { portal },
        fetch: (_url, init) => {
          sent.push(new Headers(init.headers))
          return Promise.reject(new Error("Not sent."))
        },
        retries: 0,
      })
    await clientOf("new").portal.openSession({ token: "x" })
    await clientOf("pts_1CAiZx1YPnJZtcPxTdBGPS").portal.getView()
    const names = ["keyward-portal", "keyward-workspace", "authorization"]
    expect(sent.map((headers) => names.map((name) => headers.get(name)))).toEqual([
      [null, null, null],
      ["pts_1CAiZx1YPnJZtcPxTdBGPS", null, null],
    ])
  })

  test.each(["", "ws_1", "pts_1\nx"])("refuses the session %p", (portal) => {
    expect(() => createKeyward({ url: origin(), session: { portal } })).toThrow(/not the id of a portal session/)
  })
})

describe("in a page", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "location"))

  test("the client uses the origin of the page, and leaves the User-Agent to the browser", async () => {
    Object.assign(globalThis, { location: { origin: origin() } })
    await unwrap(inTab({ url: undefined }).apis.listApis())
    expect(lastHeaders().has("user-agent")).toBe(false)
  })

  test("outside of pages the client names itself, and needs an address", async () => {
    await unwrap(inTab().apis.listApis())
    expect(lastHeaders().get("user-agent")).toMatch(/^keyward-client\//)
    expect(() => inTab({ url: undefined })).toThrow(/set KEYWARD_URL, or pass `url`/)
  })
})

describe("a client with a session that cannot work", () => {
  test("has a key as well", () => {
    const both = { url: server.url, key: server.rootKey, session: { workspace: "operator" } }
    // @ts-expect-error The types allow either of the two.
    const create = () => createKeyward(both)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(/either `key` or `session`/)
  })

  test.each(["", "Payments", "ws_1\nx"])("names the workspace %p", (workspace) => {
    expect(() => inTab({ session: { workspace } })).toThrow(TypeError)
  })
})
