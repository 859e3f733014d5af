import { expect, test } from "bun:test"
import type { Event } from "@keyward/client"
import { requestInWords, requestsOf } from "../../dashboard/src/parts/events/requests.ts"

function disabling(eventId: string, requestId?: string): Event {
  return {
    ...{
      eventId,
      sequence: Number(eventId),
      type: "key.updated",
      time: 0,
      workspaceId: "ws_1",
      resources: [{ type: "key", id: eventId }],
    },
    actor: { type: "user", id: "usr_1" },
    changes: { before: { enabled: true }, after: { enabled: false } },
    ...(requestId !== undefined && { requestId }),
  }
}

test("neighbours of one request are one group, and events without a request stay alone", () => {
  const events = [
    disabling("1", "req_1"),
    disabling("2", "req_1"),
    disabling("3"),
    disabling("4"),
    disabling("5", "req_1"),
  ]
  const groups = requestsOf(events).map((group) => group.map(({ eventId }) => eventId))
  expect(groups).toEqual([["1", "2"], ["3"], ["4"], ["5"]])
})

test("a request that the list cuts off made at least as many changes as are shown", () => {
  const [group] = requestsOf([disabling("1", "req_1"), disabling("2", "req_1")])
  if (group === undefined) throw new Error("There is no group.")
  expect(requestInWords(group, false)).toBe("disabled 2 keys")
  expect(requestInWords(group, true)).toBe("disabled at least 2 keys")
})
