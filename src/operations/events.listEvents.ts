import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { event } from "../contract/event.ts"
import { pageInput } from "../contract/pagination.ts"
import { millis, ref, text } from "../contract/primitives.ts"
import { presentEvent } from "../core/wire.ts"
import type { Reads, RecordedEvent } from "../storage/port/store.ts"
import { type Caller, pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listEvents = pagedQuery({
  name: "events.listEvents",
  summary: "List what was changed, when and by whom, newest first.",
  callers: ["operator", "root_key"],
  needs: ["event.*.read_event"],
  scope: "installation",
  input: z.strictObject({
    ...pageInput,
    workspaceId: ref.optional().describe("A root key sees its own workspace only; an operator sees all without it."),
    type: text(1, 64).optional().describe("Exact, such as `key.created`."),
    resourceId: text(1, 255).optional().describe("Id of any object that the event names."),
    actorId: text(1, 255).optional(),
    since: millis.optional().describe("Inclusive."),
    until: millis.optional().describe("Exclusive."),
  }),
  output: z.array(event),
  errors: ["data/workspace_not_found"],
  example: { type: "key.created", limit: 20 },
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
      present: presentEvent,
      positionOf: ({ sequence }: RecordedEvent) => String(sequence),
    })
  },
})

/** undefined means all of them. */
async function readableWorkspace(reads: Reads, caller: Caller, named: string | undefined): Promise<string | undefined> {
  if (caller.type === "operator") {
    // Events outlive their workspace.
    if (named !== undefined && !(await reads.workspaces.hasExisted(named))) throw fault("data/workspace_not_found")
    return named
  }
  const own = caller.type === "root_key" ? caller.rootKey.workspaceId : caller.key.workspaceId
  if (named !== undefined && named !== own) throw fault("data/workspace_not_found")
  return own
}
