import { expect, test } from "bun:test"
import type { LogPage } from "../../../storage/port/verification-log.ts"
import { newestCallOf } from "./read-calls.ts"
import type { IncidentContext } from "./subject.ts"

function contextWith(page: LogPage) {
  let searches = 0
  const verificationLog = {
    list: async () => {
      searches += 1
      return page
    },
  }
  const context = { verificationLog, workspace: { id: "ws_1" } } as unknown as IncidentContext
  const search = () => newestCallOf(context, "key_1", { code: "DISABLED", from: 0, until: 1 })
  return { search, searches: () => searches }
}

test("an incident gives up on calls that long searches of the log do not find", async () => {
  const endless = contextWith({ rows: [], next: { time: 0, requestId: "req_1" } })
  for (let call = 0; call < 30; call += 1) expect(await endless.search()).toBeUndefined()
  expect(endless.searches()).toBe(8)
})

test("an incident looks for every call where the log ends soon", async () => {
  const short = contextWith({ rows: [], next: undefined })
  for (let call = 0; call < 30; call += 1) expect(await short.search()).toBeUndefined()
  expect(short.searches()).toBe(30)
})
