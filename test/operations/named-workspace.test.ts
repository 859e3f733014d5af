import { beforeAll, describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { deleteWorkspace } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { createWorld, exampleIn, type World } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { expectViolations } from "../requests/refusals.ts"

/** Operators name the workspace of every call. Only events and the list of workspaces are of all workspaces. */

const ofOneWorkspace = operations
  .filter(({ callers, input }) => callers?.includes("operator") && "workspaceId" in Object(input.def).shape)
  .filter(({ name }) => name !== "events.listEvents")
  .map((operation) => [operation.name, operation] as const)

/** Usage and events outlive their workspace. */
const isOfDeletedToo = (name: string) => name.startsWith("usage.") || name === "events.verifyChain"

/** From memory, they run before the step that compares a named workspace with the workspace of the caller. */
test("no consumption that runs from memory names a workspace", () => {
  const fromMemory = operations.filter((one) => one.kind === "consumption" && one.runFromMemory !== undefined)
  const naming = fromMemory.filter(({ input }) => "workspaceId" in Object(Object(input.def).shape))
  expect([fromMemory.length, naming.map(({ name }) => name)]).toEqual([2, []])
})

describe("an operator", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let world: World
  let deleted: string
  beforeAll(async () => {
    world = await createWorld(keyward, { hasPeople: true })
    deleted = (await keyward.createWorkspace()).workspaceId
    await deleteWorkspace(keyward, deleted)
  })

  test.each(ofOneWorkspace)("has to name a workspace to %s, which must exist", async (name, operation) => {
    const { workspaceId: _named, ...body } = Object(exampleIn(world, operation))
    await expectViolations(keyward, name, [[body, "body.workspaceId"]], keyward.operatorKey)
    const unknown = isOfDeletedToo(name) ? [] : [deleted]
    for (const workspaceId of [...unknown, "ws_1BzmjTFLHWXwiSK4y3H5iW", world.workspaceId.toUpperCase(), "?"]) {
      const reply = await keyward.call(name, { ...body, workspaceId }, keyward.operator)
      expect(outcomeOf(reply)).toBe("404 data/workspace_not_found")
    }
  })
})
