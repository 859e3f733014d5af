import { expect } from "bun:test"
import { titles } from "../../src/contract/error-statuses.ts"
import type { Reply, TestServer } from "../harness/harness.ts"

/** Requests and answers as the conformance cases speak of them. */

export function bearer(key: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${key}` }
}

/** With a JSON content type, also where there is no body. */
export function post(keyward: TestServer, path: string, key: string, body?: unknown): Promise<Reply> {
  return keyward.request(path, {
    method: "POST",
    headers: { ...bearer(key), "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** What the contract abbreviates as "wd". */
export function expectWorkspaceDisabled(reply: Reply): void {
  expectError(reply, 403, "authorization/workspace_disabled")
  expect(reply.body.error.detail).toMatch(/workspace tied to this API key is disabled/)
}

/** What the contract abbreviates as "inf". */
export function expectIdentityNotFound(reply: Reply): void {
  expectError(reply, 404, "data/identity_not_found")
  expect(reply.body.error.detail).toMatch(/requested identity could not be found/)
}

/** The whole envelope of an error. */
export function expectError({ status, body, text }: Reply, expected: keyof typeof titles, code: string): void {
  expect(body?.error?.type ?? text).toEndWith(`/api-reference/errors-v2/service/${code}`)
  expect([status, body]).toEqual([
    expected,
    {
      meta: { requestId: expect.stringMatching(requestIdForm) },
      error: {
        detail: expect.stringMatching(/./),
        status: expected,
        title: titles[expected],
        type: body.error.type,
        ...(expected === 400 && { errors: expect.any(Array) }),
      },
    },
  ])
}

export const requestIdForm = /^req_[1-9A-HJ-NP-Za-km-z]{22}$/
