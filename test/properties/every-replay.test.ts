import { describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { isRepeatable } from "../../src/operations/operation.ts"
import { withEncryption } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { callerFor, createWorld, exampleIn, furnishingFor, lacksWorkspace } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { sameText } from "./idempotent-calls.ts"

/** docs/contract.md#64-idempotency: of every mutation. A key that has revoked itself is in idempotent-replays.test.ts. */

const mutations = operations
  .filter((operation) => isRepeatable(operation) && operation.name !== "keys.revokeSelf")
  .map((operation) => [operation.name, operation] as const)

describe("one Idempotency-Key", () => {
  const server = serveKeyward({ engine: "sqlite", environment: withEncryption() })

  test.each(mutations)("runs %s once", async (name, operation) => {
    const world = await createWorld(server, furnishingFor(operation))
    const { workspaceId } = world
    if (name === "workspaces.deleteWorkspace") {
      const reason = { workspaceId, reason: "account_closure" }
      await server.ok("workspaces.disableWorkspace", reason, { key: server.operatorKey })
    }
    const body = { ...Object(exampleIn(world, operation)), ...(lacksWorkspace(operation) && { workspaceId }) }
    const options = {
      key: callerFor(server, world, operation),
      headers: { "Idempotency-Key": randomUUID() },
    }
    const first = await server.call(name, body, options)
    expect([outcomeOf(first), first.headers.get("idempotency-replayed")]).toEqual(["200", null])
    const events = await newestEvents()
    const again = await server.call(name, body, options)
    expect([sameText(again), again.headers.get("idempotency-replayed")]).toEqual([sameText(first), "true"])
    expect(await newestEvents()).toEqual(events)
  })

  const newestEvents = () => server.ok("events.listEvents", { limit: 5 }, { key: server.operatorKey })
})
