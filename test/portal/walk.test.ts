import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { addPerson, inBrowser, type Person } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type Customer, openPortal, stranger } from "./customer.ts"

/** A session calls the operations of its page and nothing else, and nobody else calls those. */

const ofPortal = operations.filter(({ isOfPortal }) => isOfPortal)
const forCustomers = ofPortal.filter(({ callers }) => callers?.includes("portal"))
const others = operations.filter(({ isOfPortal, isOpenToPrograms }) => !isOfPortal && !isOpenToPrograms)
const named = (some: typeof operations) => some.map((operation) => [operation.name, operation] as const)
const notAllowed = "403 authorization/origin_not_allowed"
const noPermission = "403 authorization/insufficient_permissions"

describe("a customer in the portal", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const world = serveWorld(server)
  let customer: Customer
  let person: Person
  beforeAll(async () => {
    customer = await openPortal(server, world.rootKey, { externalId: "user_42", expiresIn: 43_200_000 })
    person = await addPerson(server, { ...world, role: "owner" })
  })
  // Each test has the calls of a minute.
  beforeEach(() => {
    clock.now += 60_000
  })
  const page = (headers: Readonly<Record<string, string>>) => ({ ...customer.page, headers })

  test.each(named(others))("may not call %s", async (name) => {
    expect(outcomeOf(await customer.call(name, {}))).toBe(noPermission)
    // Without the header, the cookie is nobody's.
    const { status } = await server.call(name, { nonsense: true }, { session: { cookie: customer.cookie } })
    expect([400, 401, 403]).toContain(status)
  })

  test.each(named(forCustomers))("calls %s from its page alone", async (name) => {
    const nonsense = (options: object) => server.call(name, { nonsense: true }, options)
    expect(outcomeOf(await nonsense(customer.page))).toBe("400 application/invalid_input")
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: `http://localhost.evil.example:${new URL(server.url).port}` },
      { "Content-Type": "text/plain" },
      { "Content-Type": "application/x-www-form-urlencoded" },
      { Authorization: `Bearer ${"unknown".repeat(4)}` },
      { "Keyward-Workspace": world.workspaceId },
      { "Keyward-Portal": "pts_1CAiZx1YPnJZtcPxTdBGPS" },
      { "Keyward-Portal": "nobody" },
    ]) {
      expect(outcomeOf(await nonsense(page(headers)))).toBe(notAllowed)
    }
    const { Origin: _none, ...withoutOrigin } = { Origin: "", Cookie: customer.cookie }
    const programs = { key: null, headers: { ...withoutOrigin, "Keyward-Portal": customer.sessionId } }
    expect(outcomeOf(await nonsense(programs))).toBe(notAllowed)
    expect(outcomeOf(await nonsense({ session: { cookie: customer.cookie } }))).toBe(notAllowed)
    expect(outcomeOf(await nonsense({ session: { portal: customer.sessionId } }))).toBe(
      "401 authentication/session_expired",
    )
  })

  test.each(named(forCustomers))("is the only caller of %s", async (name) => {
    for (const key of [world.rootKey, world.key, server.operatorKey]) {
      expect((await server.call(name, {}, { key })).status).toBe(403)
    }
    // A sign-in in the dashboard counts for nothing, not even beside the cookie of the portal.
    expect(outcomeOf(await server.call(name, {}, inBrowser(person, world.workspaceId)))).toBe(notAllowed)
    expect(outcomeOf(await server.call(name, {}, { session: { cookie: person.cookie } }))).toBe(notAllowed)
    const both = { cookie: `${person.cookie}; ${customer.cookie}`, portal: customer.sessionId }
    const reply = await server.call(name, { nonsense: true }, { session: both })
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    expect((await server.call(name, {}, { key: null })).status).toBe(403)
  })

  test("cannot use the session of another customer in the same browser", async () => {
    const other = await openPortal(server, world.rootKey, { externalId: "user_43" })
    const mixed = { session: { cookie: other.cookie, portal: customer.sessionId } }
    expect(outcomeOf(await server.call("portal.listKeys", {}, mixed))).toBe(notAllowed)
  })

  test("is opened from the page of the portal alone", async () => {
    const token = "x".repeat(43)
    const open = (options: object) => server.call("portal.openSession", { token }, options)
    expect(outcomeOf(await open(stranger))).toBe("401 authentication/sign_in_failed")
    expect(outcomeOf(await open({ ...stranger, headers: { Origin: "https://evil.example" } }))).toBe(notAllowed)
    expect(outcomeOf(await open({ ...stranger, headers: { "Content-Type": "text/plain" } }))).toBe(notAllowed)
    expect(outcomeOf(await open({ key: null }))).toBe(notAllowed)
  })

  test("makes 120 calls a minute, none of them towards the limit of the workspace", async () => {
    const limits = { requestsPerMinute: 1_000_000 }
    await server.ok("workspaces.updateWorkspace", { workspaceId: world.workspaceId, limits }, server.operator)
    const calling = await openPortal(server, world.rootKey, { externalId: "user_42" })
    const remaining = async () =>
      (await server.call("apis.listApis", {}, { key: world.rootKey })).headers.get("ratelimit-remaining")
    const before = Number(await remaining())
    const replies = await Promise.all(Array.from({ length: 130 }, () => calling.call("portal.listKeys")))
    const outcomes = Map.groupBy(replies, outcomeOf)
    expect(outcomes.get("200")).toHaveLength(120)
    expect(outcomes.get("429 limits/workspace_rate_limited")).toHaveLength(10)
    expect(Number(await remaining())).toBe(before - 1)
  })
})

test("only one file of the portal reads keys, and no operation of it names an identity", () => {
  const files = [
    ...readdirSync("src/operations/shared/portal").map((file) => `src/operations/shared/portal/${file}`),
    ...ofPortal.map(({ name }) => `src/operations/${name}.ts`),
  ]
  const readers = files.filter((path) =>
    /\bkeys\.(?!ts\b)\w|\{ keys\b|\.credentials\b/.test(readFileSync(path, "utf8")),
  )
  expect(readers).toEqual(["src/operations/shared/portal/own-keys.ts"])
  for (const { input } of ofPortal) {
    const fields = Object.keys(Reflect.get(input, "shape") ?? {})
    expect(fields.filter((field) => /identit|external|workspace|customer/i.test(field))).toEqual([])
  }
})
