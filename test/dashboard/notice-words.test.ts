import { expect, test } from "bun:test"
import { noticeInWords } from "../../dashboard/src/parts/events/notice-words.ts"
import { eventTypes, isNotice } from "../../src/contract/event-types.ts"

const said = (type: string, after: Record<string, unknown> = {}) =>
  noticeInWords({ type, changes: { before: null, after } })

test("a notice of one object, and of many", () => {
  expect(said("key.expiring", { count: 1 })).toBe("expires soon")
  expect(said("key.expiring", { count: 2 })).toBe("and 1 more expire soon")
  expect(said("root_key.expired", { count: 1_001 })).toBe("and 1,000 more have expired")
  expect(said("workspace.refusals_rising", { count: 500 })).toBe("has more refusals than usual")
})

test("why a webhook was disabled", () => {
  expect(said("webhook.disabled", { disabledReason: "gone" })).toContain("410")
  expect(said("webhook.disabled", { disabledReason: "failing" })).toContain("for days")
})

test("every notice has words, and one of a later version its name", () => {
  for (const type of eventTypes.filter(isNotice)) expect(said(type)).not.toBe(type.replace(/^.*\./, ""))
  expect(said("key.moved_away")).toBe("moved away")
})
