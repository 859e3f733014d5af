import { invalidInput } from "../../../contract/errors.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** The number after which a webhook begins. The event that `from` names is the first to be sent. */
export async function startingPosition({ events }: Reads, workspaceId: string, from: string | number): Promise<number> {
  if (from === "now") return events.findLatest()
  if (typeof from === "string") {
    const sequence = await events.findSequence(from, workspaceId)
    if (sequence !== undefined) return sequence - 1
    const message = 'must be `"now"`, the id of an event of the workspace, or a time in Unix milliseconds'
    throw invalidInput({ location: "body.from", message })
  }
  const [first] = await events.list({ workspaceId, since: from, after: 0, limit: 1 })
  return first === undefined ? events.findLatest() : first.sequence - 1
}
