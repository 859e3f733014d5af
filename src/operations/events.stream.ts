import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { eventMessage } from "../contract/event-message.ts"
import { ref } from "../contract/primitives.ts"
import { stream } from "./operation.ts"
import { eventSelection, selectedTypes } from "./shared/events/event-selection.ts"
import { readableWorkspace } from "./shared/workspaces/readable-workspace.ts"

export const streamEvents = stream({
  name: "events.stream",
  title: "Follow changes",
  summary: "Follow changes as they happen, as server-sent events: each message has the id and the whole event.",
  callers: ["operator", "root_key"],
  needs: ["event.*.read_event"],
  scope: "installation",
  also: [{ method: "GET", path: "/v2/events.stream" }],
  input: z.strictObject({
    workspaceId: ref
      .optional()
      .describe(
        "Only events of this workspace. Default: all events for an operator, its own workspace for a root key.",
      ),
    types: eventSelection
      .optional()
      .describe(
        "Only events of these types: a type, such as `key.created`, all types of an object, such as `key.*`, or `*`. In a query, separated by commas. Default: all types.",
      ),
    after: ref
      .optional()
      .describe(
        "Id of the last event that you have. The stream begins with the events after it, however old it is. The header `Last-Event-ID` replaces it. Default: the stream begins with the next event.",
      ),
  }),
  output: eventMessage,
  errors: ["data/workspace_not_found", "data/event_not_found", "limits/too_many_streams"],
  example: { types: ["key.*"] },
  async run({ input, caller, store }) {
    const workspaceId = await readableWorkspace(store, caller, input.workspaceId)
    const types = input.types && selectedTypes(input.types)
    const latest = await store.events.findLatest()
    const after = input.after === undefined ? latest : await store.events.findSequence(input.after, workspaceId)
    if (after === undefined) throw fault("data/event_not_found")
    return { workspaceId, types, after, latest }
  },
})
