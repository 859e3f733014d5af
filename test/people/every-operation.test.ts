import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/operations/index.ts"
import { type Operation, takesKeys } from "../../src/operations/operation.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { locationsOf, outcomeOf } from "../requests/outcome.ts"
import { addPerson, inBrowser, type Person, password, tokenIn, visitor } from "./person.ts"

/** Promises of the operations for browsers, checked over the list. */

const forBrowsers = operations.filter((operation) => !takesKeys(operation) && !operation.isOfPortal)
const named = forBrowsers.map((operation) => [operation.name, operation] as const)
const isOpen = ({ callers = [] }: Operation) => callers.includes("visitor")
const forUsers = named.filter(([, operation]) => !isOpen(operation))
const open = named.filter(([, operation]) => isOpen(operation))

const foreign = "403 authorization/origin_not_allowed"

describe("every operation for browsers", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let person: Person
  beforeAll(async () => {
    person = await addPerson(server, { ...server, role: "owner" })
  })
  const optionsFor = (operation: Operation) => (isOpen(operation) ? visitor : inBrowser(person))

  test.each(named)("%s from a page of another origin is 403, with and without a session", async (name) => {
    for (const Origin of [
      "https://evil.example",
      "null",
      `${server.url.replace("127.0.0.1", "localhost")}.evil.example`,
    ]) {
      const reply = await server.call(name, {}, { ...inBrowser(person), headers: { Origin } })
      expect(outcomeOf(reply)).toBe(foreign)
    }
  })

  test.each(named)("%s without JSON is 403, as a form of another site would send it", async (name) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const reply = await server.call(name, {}, { ...inBrowser(person), headers: { "Content-Type": type } })
      expect(outcomeOf(reply)).toBe(foreign)
    }
  })

  test.each(forUsers)("%s without the header Keyward-Workspace is 403", async (name) => {
    const { cookie } = person
    expect(outcomeOf(await server.call(name, {}, { session: { cookie } }))).toBe(foreign)
    expect(outcomeOf(await server.call(name, {}, { session: { cookie, workspace: "acme" } }))).toBe(foreign)
  })

  test.each(forUsers)("%s without a session is 401, and keys cannot call it", async (name) => {
    expect(outcomeOf(await server.call(name, {}, { key: null }))).toBe("401 authentication/missing")
    const unknown = { cookie: person.cookie.replace(/=[^;]*/, `=${"x".repeat(43)}`), workspace: "operator" }
    expect(outcomeOf(await server.call(name, {}, { session: unknown }))).toBe("401 authentication/session_expired")
    for (const key of [server.rootKey, server.operatorKey]) {
      const reply = await server.call(name, {}, { ...inBrowser(person), key })
      expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
    }
  })

  test.each(open)("%s ignores keys", async (name) => {
    const reply = await server.call(name, { nonsense: true }, { ...visitor, key: "nobody" })
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
  })

  test.each(named)("%s with an unknown member is 400 and says where", async (name, operation) => {
    const reply = await server.call(name, { nonsense: true }, optionsFor(operation))
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    expect(locationsOf(reply)).toContain("body.nonsense")
  })

  test.each(named.filter(([, { takesSecrets }]) => takesSecrets))(
    "%s stores nothing for an Idempotency-Key",
    async (name, operation) => {
      const options = { ...optionsFor(operation), headers: { "Idempotency-Key": "secret" } }
      const body = { ...Object(operation.example), ...(await secretsFor(name)) }
      const replies = [await server.call(name, body, options), await server.call(name, body, options)]
      for (const { headers } of replies) expect(headers.get("idempotency-replayed")).toBeNull()
    },
  )

  /** What makes the example succeed, where that is possible more than once. */
  async function secretsFor(name: string): Promise<object> {
    if (name === "sessions.signIn") return { email: person.email, password }
    const { userId } = await addPerson(server, { ...server, role: "viewer" })
    if (name === "resets.useReset") {
      return { token: tokenIn((await server.ok("users.createResetLink", { userId }, server.operator)).url) }
    }
    const invite = { email: "new@example.com", role: "viewer" }
    return name.startsWith("invitations.")
      ? { token: tokenIn((await server.ok("members.inviteMember", invite)).url) }
      : {}
  }
})
