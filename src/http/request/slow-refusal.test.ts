import { expect, test } from "bun:test"
import { fault } from "../../contract/errors.ts"
import { holdIfFlooding } from "./slow-refusal.ts"

test("the response to a sign-in too many is held, and no other", async () => {
  const ended: string[] = []
  const held = holdIfFlooding(fault("limits/sign_in_rate_limited")).then(() => ended.push("too many"))
  await holdIfFlooding(fault("authentication/sign_in_failed")).then(() => ended.push("wrong password"))
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toEqual(["wrong password"])
  await held
  expect(ended).toEqual(["wrong password", "too many"])
})
