import { expect, test } from "bun:test"
import { KeywardError, type Result } from "@keyward/client"
import { ask } from "../../dashboard/src/client.ts"
import { signInRequests } from "../../dashboard/src/sign-in-request.ts"
import { until } from "../harness/until.ts"

const ended = { operation: "keys.getKey", code: "authentication/session_expired", detail: "It ended." } as const
const refused: Result<string> = { error: new KeywardError(ended) }
const served: Result<string> = { data: "served", requestId: "req_1", headers: new Headers() }
const dialog = () => until(() => signInRequests.read())

/** A call that returns these outcomes one after the other. */
function callWith(...outcomes: (Result<string> | Promise<Result<string>>)[]) {
  return async () => outcomes.shift() ?? served
}

test("a call that arrives when the session has ended is sent again after the person has signed in", async () => {
  const asking = ask(callWith(refused))
  ;(await dialog()).done()
  expect(await asking).toBe("served")
  expect(signInRequests.read()).toBeUndefined()
})

test("a refusal that arrives only after the person has signed in opens no second dialog", async () => {
  const slow = Promise.withResolvers<Result<string>>()
  const [first, second] = [ask(callWith(refused)), ask(callWith(slow.promise))]
  ;(await dialog()).done()
  expect(await first).toBe("served")
  slow.resolve(refused)
  expect(await second).toBe("served")
  expect(signInRequests.read()).toBeUndefined()
})

test("the next session that ends opens the dialog again", async () => {
  const asking = ask(callWith(refused))
  ;(await dialog()).done()
  expect(await asking).toBe("served")
})
