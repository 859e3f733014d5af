import { afterAll, beforeAll } from "bun:test"
import { startKeyward, type TestOptions, type TestServer } from "./harness.ts"

/** A server for all tests of a `describe` block. Its members can be used once the tests run. */
export function serveKeyward(options: TestOptions): TestServer {
  const server = {} as TestServer
  beforeAll(async () => {
    // Copies getters too, because the URL changes with every restart.
    Object.defineProperties(server, Object.getOwnPropertyDescriptors(await startKeyward(options)))
  })
  afterAll(() => server.stop())
  return server
}
