import { describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { exampleIn } from "../harness/world.ts"
import { type Node, nodesOf, putAt, valueAt } from "../requests/body-nodes.ts"
import { locationsOf, outcomeOf } from "../requests/outcome.ts"
import { watchStorage } from "../storage/watch-storage.ts"

/** No request sets a member that only the service sets. */

const named = operations.map((operation) => [operation.name, operation] as const)

describe("members that belong to the service", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const world = serveWorld(server, { hasPeople: true })
  const unchanged = watchStorage(server)

  const reserved = {
    id: "key_1CAiZx1YPnJZtcPxTdBGPS",
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    workspace_id: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ciphertext: "AAAA",
    start: "kw_root_AAAA",
    createdAt: 0,
    updatedAt: 0,
    deletedAt: null,
    lastUsedAt: 0,
    enabled: false,
    limits: { keys: null },
    directPermissions: ["*"],
    refillAt: 0,
    isAdmin: true,
    actor: { type: "operator", id: "operator" },
    caller: { type: "operator" },
  }

  test.each(named)("cannot be slipped into %s, at any depth", async (name, operation) => {
    const { callers = ["root_key"] } = operation
    const own = callers.includes("root_key") ? world.rootKey : world.key
    const key = callers.every((caller) => caller === "operator") ? server.operatorKey : own
    const nodes = nodesOf(operation, exampleIn(world, operation))
    await unchanged(async () => {
      for (const node of nodes.filter(isObject)) {
        const extra = Object.entries(reserved).filter(([member]) => !knows(nodes, node, member))
        const body = putAt(node.body, node.path, {
          ...Object(valueAt(node.body, node.path)),
          ...Object.fromEntries(extra),
        })
        const reply = await server.call(name, body, { key })
        expect(outcomeOf(reply)).toBe("400 application/invalid_input")
        const place = locationOf(node)
        expect(locationsOf(reply)).toEqual(expect.arrayContaining(extra.map(([member]) => `${place}.${member}`)))
      }
    })
  })

  const isObject = ({ kind, types, body, path }: Node) => {
    const value = valueAt(body, path)
    return kind === "declared" && types.has("object") && typeof value === "object" && value !== null
  }
  const knows = (nodes: readonly Node[], { path }: Node, member: string) =>
    nodes.some((one) => one.path.length === path.length + 1 && one.path.join() === [...path, member].join())
  const locationOf = ({ path }: Node) =>
    path.reduce<string>((place, step) => place + (typeof step === "number" ? `[${step}]` : `.${step}`), "body")
})
