import { expect } from "bun:test"
import type { TestServer } from "../harness/harness.ts"
import { locationsOf, outcomeOf } from "./outcome.ts"

/** The call is refused, and no event is recorded. Returns the detail of the error. */
export async function expectRefused(
  keyward: TestServer,
  call: Parameters<TestServer["call"]>,
  outcome: string,
): Promise<string> {
  const before = await keyward.events({ limit: 1 })
  const reply = await keyward.call(...call)
  expect([call[1], outcomeOf(reply)]).toEqual([call[1], outcome])
  expect(await keyward.events({ limit: 1 })).toEqual(before)
  return reply.body.error.detail
}

/** Every body is refused with 400 at exactly these locations, and no event is recorded. */
export async function expectViolations(
  keyward: TestServer,
  operation: string,
  cases: readonly (readonly [body: unknown, ...locations: string[]])[],
  key = keyward.rootKey,
): Promise<void> {
  const before = await keyward.events({ limit: 1 })
  for (const [body, ...locations] of cases) {
    const reply = await keyward.call(operation, body, { key })
    const found = reply.status === 400 ? [...new Set(locationsOf(reply))] : outcomeOf(reply)
    expect([body, found]).toEqual([body, locations.sort()])
  }
  expect(await keyward.events({ limit: 1 })).toEqual(before)
}
