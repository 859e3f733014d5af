import { expect, test } from "bun:test"
import { eventTypes as shown } from "../dashboard/src/parts/event-types.ts"
import { eventTypes } from "../src/contract/event.ts"

test("the dashboard offers every type of event as a filter", () => {
  expect([...shown].sort()).toEqual([...eventTypes].sort())
})
