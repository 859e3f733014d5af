import { afterAll, expect } from "bun:test"
import { type Reply, startKeyward, type TestServer } from "../harness/harness.ts"

export const list = "/v1/identities.listIdentities"
export const pages = ["/readyz", "/openapi.json", "/reference", "/metrics", "/api-reference/errors-v2/service"]

/** 15 seconds before a minute is full, at which limits start again. */
const quarterTo = 1_767_225_645_000

/** A server for all tests of a file. */
export async function serve(): Promise<TestServer> {
  const server = await startKeyward({ engine: "sqlite", clock: { now: quarterTo } })
  afterAll(() => server.stop())
  return server
}

export function expectError(reply: Reply, status: number, code: string): void {
  expect(reply.body?.error?.type ?? reply.text).toEndWith(`/service/${code}`)
  expect(reply.status).toBe(status)
}
