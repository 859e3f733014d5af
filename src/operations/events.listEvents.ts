import { z } from "zod"
import { event } from "../contract/event.ts"
import { pageInput } from "../contract/pagination.ts"
import { millis, ref, text } from "../contract/primitives.ts"
import { toWireEvent } from "../core/wire.ts"
import type { RecordedEvent } from "../storage/port/store.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"
import { readableWorkspace } from "./shared/readable-workspace.ts"

export const listEvents = pagedQuery({
  name: "events.listEvents",
  summary: "List changes, newest first: what changed, when, and who changed it.",
  callers: ["operator", "root_key"],
  needs: ["event.*.read_event"],
  scope: "installation",
  input: z.strictObject({
    ...pageInput,
    workspaceId: ref
      .optional()
      .describe("Only events of this workspace. Default: all for an operator; a root key sees its own."),
    type: text(1, 64).optional().describe("Only events of this type, such as `key.created`."),
    resourceId: text(1, 255).optional().describe("Only events about the object with this id."),
    actorId: text(1, 255)
      .optional()
      .describe("Only changes made by this actor: the id of a key, `operator`, `quota` or `refill`."),
    since: millis.optional().describe("Only events at or after this time, in Unix milliseconds."),
    until: millis.optional().describe("Only events before this time, in Unix milliseconds."),
  }),
  output: z.array(event),
  errors: ["data/workspace_not_found"],
  example: { type: "key.created", limit: 20 },
  worksWhileDisabled: true,
  async run({ input, caller, store, after }) {
    const workspaceId = await readableWorkspace(store, caller, input.workspaceId)
    const { type, resourceId, actorId, since, until } = input
    return pageOf({
      limit: input.limit,
      after,
      list: ({ limit, after: position }) => {
        const before = position === undefined ? undefined : Number(position)
        return store.events.list({ workspaceId, type, resourceId, actorId, since, until, before, limit })
      },
      present: toWireEvent,
      positionOf: ({ sequence }: RecordedEvent) => String(sequence),
    })
  },
})
