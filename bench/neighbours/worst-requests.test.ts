import { expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { worstRequestsOf } from "./worst-requests.ts"

test("every operation has a worst request, so that the bench measures what it does to others", () => {
  const measured = new Set(worstRequestsOf(operations).map(({ operation }) => operation))
  expect(measured).toEqual(new Set(operations.map(({ name }) => name)))
})

test("an operation without a worst request is named", () => {
  expect(() => worstRequestsOf([...operations, { name: "keys.invented" }])).toThrow("keys.invented")
})

test("a worst request of an operation that is gone is named", () => {
  expect(() => worstRequestsOf(operations.filter(({ name }) => name !== "keys.verifyKey"))).toThrow("keys.verifyKey")
})
