import { describe, expect, test } from "bun:test"
import { KeywardError, type KeywardErrorCode } from "./error.ts"
import { mayRepeat, waitMs } from "./retry.ts"

describe("a failed attempt", () => {
  const failed = (code: KeywardErrorCode, status: number | undefined, isWithoutEffect: boolean) => ({
    error: new KeywardError({ operation: "keys.verifyKey", code, status, detail: "" }),
    isWithoutEffect,
  })

  test.each<[KeywardErrorCode, number | undefined, boolean]>([
    ["client/unreachable", undefined, true],
    ["client/unreachable", undefined, false],
    ["client/timeout", undefined, false],
    ["client/unexpected_answer", 502, false],
    ["client/unexpected_answer", 504, false],
    ["application/request_timeout", 408, true],
    ["application/service_unavailable", 503, true],
    ["limits/workspace_rate_limited", 429, true],
    ["application/idempotency_in_progress", 409, true],
  ])("with %s %p is repeated, a consumption only where it had no effect", (code, status, isWithoutEffect) => {
    const attempt = failed(code, status, isWithoutEffect)
    expect(mayRepeat("query", attempt)).toBe(true)
    expect(mayRepeat("pages", attempt)).toBe(true)
    expect(mayRepeat("mutation", attempt)).toBe(true)
    expect(mayRepeat("consumption", attempt)).toBe(isWithoutEffect)
  })

  test.each<[KeywardErrorCode, number | undefined]>([
    ["client/aborted", undefined],
    ["client/unexpected_answer", 200],
    ["client/unexpected_answer", 301],
    ["application/invalid_input", 400],
    ["authentication/key_not_found", 401],
    ["data/identity_already_exists", 409],
    ["application/unexpected_error", 500],
  ])("with %s %p is final", (code, status) => {
    for (const kind of ["query", "mutation", "consumption"] as const) {
      expect(mayRepeat(kind, failed(code, status, true))).toBe(false)
    }
  })
})

describe("the wait before the next attempt", () => {
  test("is anything up to a bound that doubles, and stops at five seconds", () => {
    expect([0, 1, 2, 3, 9].map((attempt) => waitMs(attempt, undefined, 1))).toEqual([200, 400, 800, 1600, 5000])
    expect(waitMs(3, undefined, 0)).toBe(0)
    expect(waitMs(3, undefined, 0.5)).toBe(800)
  })

  test("is never shorter than what the service asks for", () => {
    expect(waitMs(0, 7, 0)).toBe(7000)
    expect(waitMs(0, 7, 1)).toBe(7200)
  })
})
