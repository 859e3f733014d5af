import { beforeAll, describe, test } from "bun:test"
import { z } from "zod"
import { keyOperations as operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { callerFor, createWorld, exampleIn, lacksWorkspace, type World } from "../harness/world.ts"
import { nodesOf } from "../requests/body-nodes.ts"
import { expectViolations } from "../requests/refusals.ts"

/** Bounds of fields that many operations have. */

const lists = operations.filter(({ paged }) => paged).map((operation) => [operation.name, operation] as const)
const references = [
  "apiId",
  "identity",
  "invitationId",
  "userId",
  "keyId",
  "namespace",
  "permission",
  "role",
  "roleId",
  "rootKeyId",
]

describe("bounds", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let world: World
  beforeAll(async () => {
    world = await createWorld(keyward, { hasPeople: true })
  })

  const exampleOf = (operation: Operation) => ({
    ...Object(exampleIn(world, operation)),
    ...(lacksWorkspace(operation) && { workspaceId: world.workspaceId }),
  })

  test.each(lists)(
    "%s takes pages of 1 to 100 items and a cursor of at most 512 characters",
    async (name, operation) => {
      const example = exampleOf(operation)
      const limits = [0, 101, -1, 1.5, "5", null].map((limit) => [{ ...example, limit }, "body.limit"] as const)
      const cursors = ["!", "abc", "x".repeat(513), 5].map((cursor) => [{ ...example, cursor }, "body.cursor"] as const)
      await expectViolations(keyward, name, [...limits, ...cursors], callerFor(keyward, world, operation))
      for (const limit of [1, 100]) {
        await keyward.ok(name, { ...example, limit }, { key: callerFor(keyward, world, operation) })
      }
    },
  )

  const searches = lists.filter(([, operation]) => fieldsOf(operation).includes("search"))
  test.each(searches)("%s searches for at most 256 characters", async (name, operation) => {
    const example = exampleOf(operation)
    const key = callerFor(keyward, world, operation)
    const bad = ["x".repeat(257), "\u0000", null, 5]
    await expectViolations(
      keyward,
      name,
      bad.map((search) => [{ ...example, search }, "body.search"] as const),
      key,
    )
    await keyward.ok(name, { ...example, search: "x".repeat(256) }, { key })
  })

  const naming = operations.flatMap((operation) =>
    fieldsOf(operation)
      .filter((field) => references.includes(field) && !(field === "role" && operation.name.startsWith("members.")))
      .map((field) => [operation.name, field, operation] as const),
  )
  test.each(naming)("%s names an object in `%s` within its bounds", async (name, field, operation) => {
    const tooLong = "x".repeat(field === "namespace" ? 513 : 256)
    const missing = requiredIn(operation).includes(field) ? [undefined, null] : []
    const bad = ["", tooLong, "a\u0000b", 5, true, ...missing].map((value) => {
      const body = { ...exampleOf(operation), ...(field === "roleId" && { role: undefined }), [field]: value }
      return [body, `body.${field}`] as const
    })
    await expectViolations(keyward, name, bad, callerFor(keyward, world, operation))
  })
})

function fieldsOf(operation: Operation): string[] {
  const places = nodesOf(operation, operation.example).flatMap(({ path }) => (path.length === 1 ? path : []))
  return [...new Set(places.map(String))]
}

function requiredIn({ input }: Operation): readonly string[] {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" }).required ?? []
}
