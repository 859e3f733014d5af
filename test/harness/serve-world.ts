import { beforeAll } from "bun:test"
import type { TestServer } from "./harness.ts"
import { createWorld, type Furnishing, type World } from "./world.ts"

/** A world for all tests of a `describe` block. Its members can be used once the tests run. */
export function serveWorld(server: TestServer, furnishing: Furnishing = {}): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await createWorld(server, furnishing))
  })
  return world
}
