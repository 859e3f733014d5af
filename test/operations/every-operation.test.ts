import { beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { errorTable } from "../../src/contract/error-table.ts"
import { routesOf } from "../../src/http/server/routes.ts"
import { keyOperations, operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { answerProblem } from "../examples/answer-problem.ts"
import { ownInstallation } from "../examples/installation.ts"
import { situationOf } from "../examples/situation.ts"
import type { Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { callerFor, type World } from "../harness/world.ts"

/** Promises that every operation must keep, checked over the list. */

const named = operations.map((operation) => [operation.name, operation] as const)
/** Those for browsers are in people/every-operation.test.ts. */
const namedForKeys = keyOperations.map((operation) => [operation.name, operation] as const)

describe("the list of operations", () => {
  test("is sorted by name and names each operation once", () => {
    const names = operations.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
  })

  test("is the listing of the folder", () => {
    const files = readdirSync("src/operations").filter((file) => /^[a-zA-Z]+\.(?!gen|test)[a-zA-Z]+\.ts$/.test(file))
    expect(files.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(operations.map(({ name }) => name))
  })

  test.each(named)("%s has a test beside it, an example, and errors of the table", (name, operation) => {
    const [resource = ""] = name.split(".")
    const tests = [`src/operations/${name}.test.ts`, `src/operations/${resource}.test.ts`].filter((path) =>
      existsSync(path),
    )
    expect(tests.length).toBeGreaterThan(0)
    // A file about a whole resource must call each operation.
    const isTested = tests.some((path) => path.includes(`${name}.`) || readFileSync(path, "utf8").includes(`"${name}"`))
    expect(isTested).toBe(true)
    expect(operation.example).toBeDefined()
    for (const code of operation.errors) expect(errorTable[code]).toBeDefined()
    expect(operation.summary).toMatch(/^[A-Z].*[.?]$/)
    expect(name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/)
    for (const { path } of routesOf(operation)) expect([`/v1/${name}`, `/v2/${name}`]).toContain(path)
  })

  test.each(named)("%s does not answer with a text alone, which would be taken for JSON", (_name, { output }) => {
    expect(["object", "array", "record", "union"]).toContain(output.def.type)
  })
})

describe("every operation", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const own = serveWorld(server, { hasPeople: true })

  test.each(namedForKeys)("%s without a credential is 401, whatever the body", async (name) => {
    const reply = await server.call(name, { nonsense: true }, { key: null })
    expectError(reply, 401, "authentication/missing")
    expect(reply.headers.get("www-authenticate")).toStartWith("Bearer")
  })

  test.each(namedForKeys)(
    "%s with a key that cannot satisfy it for any object is 403 naming what is missing",
    async (name, operation) => {
      for (const key of await hopelessKeys(operation)) {
        const reply = await server.call(name, { nonsense: true }, { key })
        expectError(reply, 403, "authorization/insufficient_permissions")
        const missing = operation.needs.map((need) => need.replace(/\{[^}]*\}/, "*"))
        const callers = operation.callers ?? ["root_key"]
        if (callers.includes("root_key")) for (const need of missing) expect(reply.body.error.detail).toContain(need)
        else if (callers.includes("operator")) expect(reply.body.error.detail).toContain("operator")
      }
    },
  )

  test.each(namedForKeys)("%s with a key of a disabled workspace is 403", async (name) => {
    for (const key of [disabled.rootKey, disabled.key]) {
      expectError(await server.call(name, {}, { key }), 403, "authorization/workspace_disabled")
    }
  })
  const disabled = serveWorld(server)
  beforeAll(async () => {
    const reason = { workspaceId: disabled.workspaceId, reason: "terms_violation" }
    await server.ok("workspaces.disableWorkspace", reason, { key: server.operatorKey })
  })

  test.each(namedForKeys)("%s with an unknown member is 400 and says where", async (name, operation) => {
    const before = await lastEvent(own)
    const isList = Array.isArray(operation.example)
    const body = isList ? [{ nonsense: true }] : { nonsense: true }
    const reply = await server.call(name, body, { key: callerFor(server, own, operation) })
    expectError(reply, 400, "application/invalid_input")
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location)
    expect(locations).toContain(isList ? "body[0].nonsense" : "body.nonsense")
    expect(await lastEvent(own)).toBe(before)
  })

  async function lastEvent({ workspaceId }: World): Promise<string | undefined> {
    const [last] = await server.events({ workspaceId, limit: 1 })
    return last?.eventId
  }

  /** An API key, a root key with an unrelated permission, and an operator if the operation does not allow one. */
  async function hopelessKeys(operation: Operation): Promise<string[]> {
    const callers = operation.callers ?? ["root_key"]
    const unrelated = operation.name.startsWith("permissions.") ? "event.*.read_event" : "rbac.*.read_role"
    const keys: string[] = []
    if (!callers.includes("api_key")) {
      // A new key for each operation, because an API key may make only 60 calls per minute as bearer.
      const { key } = await server.ok("keys.createKey", { apiId: own.apiId }, { key: own.rootKey })
      keys.push(key)
    }
    if (!callers.includes("operator")) keys.push(server.operatorKey)
    const needsNothing = callers.includes("root_key") && operation.needs.length === 0
    if (!needsNothing) keys.push(await server.createRootKey([unrelated], own))
    return keys
  }
})

/** The refusals above come before the storage. On SQLite, examples/recorded.test.ts sends the same requests. */
describe("every operation on postgres", () => {
  const engine = "postgres"
  const server = serveKeyward({ engine })

  /** events.stream.test.ts reads streams. */
  const withEnd = named.filter(([, { kind }]) => kind !== "stream")
  test.each(withEnd)("%s does what its example says", async (name, operation) => {
    await using own = await ownInstallation(operation, { engine })
    const stage = { server, passTime: () => {}, ...own }
    const { body, options } = await situationOf(stage, operation)
    expect(answerProblem(operation, await stage.server.call(name, body, options))).toBeUndefined()
  })
})

function expectError(reply: Reply, status: number, code: string): void {
  expect(reply.body?.error?.type ?? reply.text).toEndWith(`/${code}`)
  expect(reply.status).toBe(status)
  expect(reply.body.error.status).toBe(status)
}
