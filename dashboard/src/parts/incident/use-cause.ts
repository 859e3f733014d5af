import type { Event } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { causeOf } from "./causes.ts"
import type { Reason } from "./reasons.ts"
import { readEvents, type Subject } from "./subject.ts"

/** A key holds the permissions of its roles, so that their changes may be why. */
const roles = [{ type: "role.updated" }]

/**
 * The change that preceded the first refusal of a reason; null if none of the latest changes before it bears on the
 * reason. Undefined until it is known, and for people who may not read events.
 */
export function useCause(
  subject: Subject,
  { code, firstEnd }: Reason,
  refused: Pick<Parameters<typeof causeOf>[0], "keyIds" | "queries">,
): Event | null | undefined {
  const { data, isPlaceholderData } = useRead(
    ["events", "before", subject, code, firstEnd],
    (client) =>
      readEvents(client, subject, { until: firstEnd, more: code === "INSUFFICIENT_PERMISSIONS" ? roles : [] }),
    { isEnabled: useCan()("event.*.read_event") },
  )
  if (data === undefined || isPlaceholderData) return undefined
  return causeOf({ code, before: firstEnd, ...refused }, data) ?? null
}
