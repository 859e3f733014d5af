import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/operations/index.ts"
import { disableWorkspace } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { addPerson, cookieOf, inBrowser, type Person, signIn, visitor } from "./person.ts"

const hourMs = 60 * 60 * 1000
const expired = "401 authentication/session_expired"

describe("a session", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const account = async ({ cookie }: Pick<Person, "cookie">) =>
    outcomeOf(await server.call("account.getAccount", {}, inBrowser({ cookie })))

  test("ends after 12 hours without a call, and after 30 days in any case", async () => {
    const idle = await addPerson(server, { ...server, role: "viewer" })
    const busy = await signIn(server, { ...idle, cookie: "" })
    const end = clock.now + 30 * 24 * hourMs
    clock.now += 12 * hourMs - 1
    expect(await account(busy)).toBe("200")
    clock.now += 1
    expect(await account(idle)).toBe(expired)
    while (clock.now + 11 * hourMs < end) {
      clock.now += 11 * hourMs
      expect(await account(busy)).toBe("200")
    }
    clock.now = end
    expect(await account(busy)).toBe(expired)
  })

  test("of a key ends after 12 hours, however busy", async () => {
    const cookie = cookieOf(await server.call("sessions.signIn", { key: server.operatorKey }, visitor))
    const list = async () => outcomeOf(await server.call("workspaces.listWorkspaces", {}, inBrowser({ cookie })))
    clock.now += 6 * hourMs
    expect(await list()).toBe("200")
    clock.now += 6 * hourMs
    expect(await list()).toBe(expired)
  })

  test("of the operator key ends when another key takes its place", async () => {
    const cookie = cookieOf(await server.call("sessions.signIn", { key: server.operatorKey }, visitor))
    // The port of the server is part of the name of the cookie.
    const token = cookie.slice(cookie.indexOf("="))
    const { operatorKey } = server
    await server.restart({ KEYWARD_OPERATOR_KEY: "another-operator-key" })
    const renamed = (port: string) => `keyward-${port}${token}`
    const list = async () =>
      server.call("workspaces.listWorkspaces", {}, inBrowser({ cookie: renamed(new URL(server.url).port) }))
    expect(outcomeOf(await list())).toBe(expired)
    await server.restart({ KEYWARD_OPERATOR_KEY: operatorKey })
    expect(outcomeOf(await list())).toBe("200")
  })

  test("has a budget of 600 calls a minute for all sessions of the user, beside that of the workspace", async () => {
    const own = await server.createWorkspace("Own")
    const limits = { workspaceId: own.workspaceId, limits: { requestsPerMinute: 1 } }
    const person = await addPerson(server, { ...own, role: "viewer" })
    const second = await signIn(server, { ...person, cookie: "" })
    await server.ok("workspaces.updateWorkspace", limits, server.operator)
    const list = (one: Person) => server.call("apis.listApis", {}, inBrowser(one, own.workspaceId))
    const first = await list(person)
    expect([outcomeOf(first), first.headers.get("ratelimit-limit")]).toEqual(["200", "600"])
    const outcomes = new Set<string>()
    let left = 599
    const listOn = async () => {
      while (left-- > 0) outcomes.add(outcomeOf(await list(second)))
    }
    // A few at a time: a busy server refuses some of so many.
    await Promise.all(Array.from({ length: 16 }, listOn))
    expect(outcomes).toEqual(new Set(["200"]))
    expect(outcomeOf(await list(person))).toBe("429 limits/workspace_rate_limited")
    expect(outcomeOf(await server.call("apis.listApis", {}, { key: own.rootKey }))).toBe("200")
    clock.now += 120_000
    expect(outcomeOf(await list(person))).toBe("200")
  })

  test("is ignored beside a key", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const { session } = inBrowser(person, server.workspaceId)
    expect(outcomeOf(await server.call("apis.createApi", { name: "Api" }, { session, key: server.rootKey }))).toBe(
      "200",
    )
    const wrong = await server.call("apis.listApis", {}, { session, key: "nobody" })
    expect(outcomeOf(wrong)).toBe("401 authentication/key_not_found")
  })

  test("is refused with GET, which other sites can make a browser send", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const headers = {
      Cookie: person.cookie,
      Origin: server.url.replace("127.0.0.1", "localhost"),
      "Keyward-Workspace": server.workspaceId,
    }
    const reply = await server.request("/v1/identities.listIdentities", { headers })
    expect(outcomeOf(reply)).toBe("403 authorization/origin_not_allowed")
  })

  test("replays no response that needs a fresh sign-in once it is older", async () => {
    const owner = await addPerson(server, { ...server, role: "owner" })
    const options = { ...inBrowser(owner, server.workspaceId), headers: { "Idempotency-Key": "once" } }
    const create = () => server.call("rootKeys.createRootKey", { permissions: ["*"] }, options)
    const first = await create()
    expect((await create()).body.data).toEqual(first.body.data)
    clock.now += 10 * 60 * 1000
    expect(outcomeOf(await create())).toBe("403 authorization/sign_in_again")
  })

  describe("in a disabled workspace", () => {
    let owner: Person
    let workspaceId: string
    beforeAll(async () => {
      const own = await server.createWorkspace("Disabled")
      workspaceId = own.workspaceId
      owner = await addPerson(server, { ...own, role: "owner" })
      await disableWorkspace(server, workspaceId)
    })
    const allowed = [
      "events.getEvent",
      "events.listEvents",
      "members.listInvitations",
      "members.listMembers",
      "workspaces.getWorkspace",
    ]
    const ofMembers = operations.filter(({ callers = ["root_key"] }) => callers.includes("root_key"))

    test.each(ofMembers.map(({ name }) => name))("may %s or not, as the contract says", async (name) => {
      const outcome = outcomeOf(await server.call(name, { nonsense: true }, inBrowser(owner, workspaceId)))
      const refused = "403 authorization/workspace_disabled"
      expect(outcome).toBe(allowed.includes(name) ? "400 application/invalid_input" : refused)
    })

    test("may read the account", async () => {
      expect(await account(owner)).toBe("200")
    })
  })
})
