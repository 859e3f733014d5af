import { beforeAll, describe, expect, test } from "bun:test"
import { allGrants } from "../../src/contract/grant-table.ts"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { exampleIn } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { watchStorage } from "../storage/watch-storage.ts"

/** An API key gets no rights over Keyward, whatever the customer's permissions and roles are called. */

const insufficient = "403 authorization/insufficient_permissions"
const named = operations.map((operation) => [operation.name, operation] as const)

describe("an API key", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const world = serveWorld(server, { hasPeople: true })
  const unchanged = watchStorage(server)

  const ok = (name: string, body: unknown) => server.ok(name, body, { key: world.rootKey })
  const roles = ["*", "operator", "root", "owner", "admin", "api.*.read_key", "kw_root", "kw_op"]
  let slugs: readonly string[]
  beforeAll(async () => {
    slugs = [
      "*",
      "*.*.*",
      "operator",
      "root_key",
      ...allGrants,
      ...allGrants.map((grant) => grant.replace("*", world.apiId)),
    ]
    for (const name of roles) await ok("permissions.createRole", { name, permissions: slugs })
  })
  /** Another one for each test: a key has 60 calls a minute, and there are more operations. */
  const createMightyKey = async (): Promise<string> => {
    const { key } = await ok("keys.createKey", {
      apiId: world.apiId,
      prefix: "kw_root",
      name: "operator",
      externalId: "operator",
      meta: { permissions: ["*"], type: "root_key", workspaceId: world.workspaceId },
      permissions: slugs,
      roles,
    })
    return key
  }

  const management = named.filter(([name]) => name !== "keys.whoami" && name !== "keys.revokeSelf")
  test.each(management)(
    "that holds every permission and role of the customer may not call %s",
    async (name, operation) => {
      const mighty = await createMightyKey()
      await unchanged(async () => {
        const reply = await server.call(name, exampleIn(world, operation), { key: mighty })
        expect(outcomeOf(reply)).toBe(insufficient)
      })
    },
  )

  test("may describe only itself, and itself not by its plaintext", async () => {
    const mighty = await createMightyKey()
    expect((await server.ok("keys.whoami", {}, { key: mighty })).permissions).toContain("*")
    for (const key of [world.key, mighty]) {
      const reply = await server.call("keys.whoami", { key }, { key: mighty })
      expect(outcomeOf(reply)).toBe(insufficient)
      expect(reply.body.error.detail).toContain("api.*.read_key")
    }
  })
})
