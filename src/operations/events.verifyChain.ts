import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { notACursor } from "../contract/pagination.ts"
import { int, ref } from "../contract/primitives.ts"
import { chainStart } from "../core/event-chain.ts"
import type { ContextWith } from "./context.ts"
import { query } from "./operation.ts"
import { type ChainPlace, checkChain } from "./shared/workspaces/follow-chain.ts"
import { requireReadableWorkspace } from "./shared/workspaces/readable-workspace.ts"

const cursor = z
  .string()
  .max(128)
  .regex(/^\d{1,15}:evt_[A-Za-z0-9]{1,40}:[A-Za-z0-9+/]{43}=$/, { error: notACursor })

export const verifyChain = query({
  name: "events.verifyChain",
  title: "Check the chain of events",
  summary: "Check that no recorded event of a workspace was changed, moved or removed. Checks 5,000 events per call.",
  callers: ["operator", "root_key"],
  needs: ["event.*.read_event"],
  scope: "installation",
  requiredOfOperators: ["workspaceId"],
  input: z.strictObject({
    workspaceId: ref
      .optional()
      .describe("Id of the workspace. An operator must name one, or `installation` for users and sessions."),
    cursor: cursor.optional().describe("Where to continue: `cursor` of the previous response."),
  }),
  output: z.object({
    verified: int(0, Number.MAX_SAFE_INTEGER).describe("How many events are intact, counted from the first."),
    intact: z.boolean().describe("False if the chain is broken after these events."),
    head: z.string().describe("Hash of the last intact event; empty without events. Compare it with an earlier one."),
    brokenEventId: z.string().optional().describe("The first event that does not fit; absent if the end is missing."),
    cursor: z.string().optional().describe("Present if there are more events to check."),
  }),
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS" },
  async run(context) {
    const { input, caller, store } = context
    const workspaceId = await requireReadableWorkspace(store, caller, input.workspaceId)
    const check = await checkChain(context, workspaceId, await placeOf(store, workspaceId, input.cursor))
    const { length, hash, eventId } = check.place
    return {
      verified: length,
      intact: check.type !== "broken",
      head: hash,
      ...(check.type === "broken" && check.eventId !== undefined && { brokenEventId: check.eventId }),
      ...(check.type === "unfinished" && { cursor: `${length}:${eventId}:${hash}` }),
    }
  },
})

/** A forged cursor deceives only its author: the hash must fit the next event and the end of the chain. */
async function placeOf(
  { events }: ContextWith<"store">["store"],
  workspaceId: string,
  text: string | undefined,
): Promise<ChainPlace> {
  const [length, eventId, hash] = text?.split(":") ?? []
  if (length === undefined || eventId === undefined || hash === undefined) {
    return { ...chainStart, eventId: "", sequence: 0 }
  }
  const sequence = await events.findSequence(eventId, workspaceId)
  if (sequence === undefined) throw invalidInput({ location: "body.cursor", message: notACursor })
  return { length: Number(length), eventId, sequence, hash }
}
