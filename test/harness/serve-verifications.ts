import { beforeAll } from "bun:test"
import { createApi, createKey } from "./fixtures.ts"
import type { CallOptions, EngineName } from "./harness.ts"
import { serveKeyward } from "./serve-keyward.ts"

/** A server with an API whose keys the tests verify, and a clock. */
export function serveVerifications(engine: EngineName) {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })
  const verify = (body: object, options?: CallOptions) => keyward.ok("keys.verifyKey", body, options)
  return {
    clock,
    keyward,
    verify,
    apiId: () => apiId,
    call: (body: object, options?: CallOptions) => keyward.call("keys.verifyKey", body, options),
    codeOf: async (body: object): Promise<string> => (await verify(body)).code,
    /** Creates a key of the API. */
    make: (attributes: object = {}) => createKey(keyward, { apiId, ...attributes }),
  }
}
