import { beforeAll } from "bun:test"
import { createApi, withEncryption } from "../harness/fixtures.ts"
import type { EngineName, Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"

export const inProgress = "409 application/idempotency_in_progress"
export const reused = "422 application/idempotency_key_reused"
/** A machine that is busy with other things may refuse a part of a burst; what it refuses has not run. */
export const shed = "503 application/service_unavailable"

/** As it was sent, but for the id of the request. */
export function sameText({ text }: Reply): string {
  return text.replace(/req_[1-9A-HJ-NP-Za-km-z]{22}/, "")
}

export interface Sent {
  readonly idempotencyKey: string
  readonly operation?: string
  readonly body?: unknown
  readonly key?: string
}

/** A server with one API, and calls with an Idempotency-Key; a call creates a key of the API unless told otherwise. */
export function serveIdempotentCalls(engine: EngineName) {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine, clock, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(server)
  })
  return {
    clock,
    server,
    apiId: () => apiId,
    send({ idempotencyKey, operation = "keys.createKey", body = { apiId }, key }: Sent): Promise<Reply> {
      const headers = { "Idempotency-Key": idempotencyKey }
      return server.call(operation, body, { headers, ...(key !== undefined && { key }) })
    },
    keyCount: async (): Promise<number> => (await server.ok("apis.listKeys", { apiId })).length,
  }
}
