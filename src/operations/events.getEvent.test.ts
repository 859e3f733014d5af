import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("events.getEvent", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows an event of the own workspace as the list does, and none of another", async () => {
    const other = await keyward.createWorkspace("Other")
    const listed = await keyward.ok("events.listEvents", {})
    for (const event of listed) {
      const { eventId } = event
      expect(await keyward.ok("events.getEvent", { eventId })).toEqual(event)
      expect(await keyward.ok("events.getEvent", { eventId }, keyward.operator)).toEqual(event)
      const foreign = await keyward.call("events.getEvent", { eventId }, { key: other.rootKey })
      expect(outcomeOf(foreign)).toBe("404 data/event_not_found")
    }
  })
})
