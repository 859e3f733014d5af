import { z } from "zod"
import { found } from "../contract/errors.ts"
import { event } from "../contract/event.ts"
import { ref } from "../contract/primitives.ts"
import { query } from "./operation.ts"
import { presentEvents } from "./shared/events/present-events.ts"
import { readableWorkspace } from "./shared/workspaces/readable-workspace.ts"

export const getEvent = query({
  name: "events.getEvent",
  title: "Show a change",
  summary: "Show one change: what changed, when, and who changed it.",
  callers: ["operator", "root_key"],
  needs: ["event.*.read_event"],
  scope: "installation",
  input: z.strictObject({ eventId: ref.describe("Id of the event.") }),
  output: event,
  errors: ["data/event_not_found"],
  example: { eventId: "evt_1CAiZx1YPnJZtcPxTdBGPS" },
  worksWhileDisabled: true,
  async run({ input, caller, store }) {
    const workspaceId = await readableWorkspace(store, caller, undefined)
    const recorded = found(await store.events.find(input.eventId, workspaceId), "data/event_not_found")
    const [shown] = await presentEvents(store, [recorded])
    return found(shown, "data/event_not_found")
  },
})
