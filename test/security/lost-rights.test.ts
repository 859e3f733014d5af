import { describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { createWorld, exampleIn, furnishingFor, type World } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { openConnection, parse } from "../requests/raw-request.ts"

/** A caller is checked again inside the transaction: between its headers and its body it may have lost a permission. */

const mutations = operations.filter(
  ({ kind, needs, callers }) => kind === "mutation" && needs.length > 0 && callers?.includes("root_key") !== false,
)

const atOnce = 16

describe.each([...engines])("a mutation on %s", (engine) => {
  const server = serveKeyward({ engine })

  test("changes nothing for a key that has just lost its permissions", async () => {
    const outcomes: [string, unknown][] = []
    // A few at a time: a server that is busy with all of them would not receive their bodies in time.
    for (let first = 0; first < mutations.length; first += atOnce) {
      const started: (readonly [string, ReturnType<typeof outcomeAfterLoss>])[] = []
      for (const operation of mutations.slice(first, first + atOnce)) {
        const world = await createWorld(server, furnishingFor(operation))
        started.push([operation.name, outcomeAfterLoss(operation, world)])
      }
      for (const [name, outcome] of started) outcomes.push([name, await outcome])
    }
    const refused = { outcome: "403 authorization/insufficient_permissions", eventsAfter: 0 }
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(mutations.map(({ name }) => [name, refused])))
  })

  async function outcomeAfterLoss(operation: Operation, world: World) {
    const owner = { key: world.rootKey }
    const { rootKeyId, rootKey } = await server.ok("rootKeys.createRootKey", { permissions: ["*"] }, owner)
    const body = JSON.stringify(exampleIn(world, operation))
    const connection = openConnection(server)
    const headers = [
      `POST /v2/${operation.name} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${rootKey}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    connection.write(`${headers.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`)
    await authenticated(rootKeyId, owner)
    await server.ok("rootKeys.updateRootKey", { rootKeyId, permissions: ["event.*.read_event"] }, owner)
    const { length: before } = await server.events({ workspaceId: world.workspaceId })
    connection.write(body.slice(-1))
    await connection.answered
    connection.close()
    const { length: after } = await server.events({ workspaceId: world.workspaceId })
    return { outcome: outcomeOf(parse(connection.received())), eventsAfter: after - before }
  }

  /** Authentication records that a root key was used. */
  async function authenticated(rootKeyId: string, owner: { readonly key: string }): Promise<void> {
    for (;;) {
      const { lastUsedAt } = await server.ok("rootKeys.getRootKey", { rootKeyId }, owner)
      if (lastUsedAt !== undefined) return
      await Bun.sleep(100)
    }
  }
})
