import type { EventType } from "../../../contract/event-types.ts"
import type { RefusedCall } from "../../../core/incident/causes.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { planOf } from "../../../core/plans.ts"
import type { RecordedEvent } from "../../../storage/port/events.ts"
import type { IncidentContext, Range, Subject } from "./subject.ts"

/** What decides about the calls of the subject. */
export interface Path {
  readonly subject: Subject
  /** The keys that were refused, as they are now. */
  readonly keys: readonly KeyDetails[]
  /** The permissions that refused calls asked for. */
  readonly wanted: readonly RefusedCall[]
}

const ofKeys: readonly EventType[] = [
  "key.created",
  "key.updated",
  "key.deleted",
  "key.rotated",
  "key.rerolled",
  "key.rotation_finished",
  "key.rotation_cancelled",
]
const ofCustomers: readonly EventType[] = ["identity.created", "identity.updated", "identity.deleted"]
/** Few, so that they are looked for among all events of the workspace. */
const ofWorkspace: readonly EventType[] = [
  "role.updated",
  "role.deleted",
  "permission.deleted",
  "plan.updated",
  "root_key.updated",
  "root_key.rerolled",
  "root_key.deleted",
  "workspace.updated",
  "workspace.disabled",
  "workspace.enabled",
]

interface Question {
  readonly resourceId?: string
  readonly types: readonly EventType[]
}

/** At most so many events of each question are read. */
const readAtMost = 50

/** The changes of a time that can matter to the subject, newest first, and whether there may be more. */
export async function readChanges(context: IncidentContext, path: Path, { from, to }: Range) {
  const { store, workspace, now } = context
  // Changes may be committed while this is read.
  const before = to > now ? Number.MAX_SAFE_INTEGER : await store.events.findPosition(workspace.id, to)
  const found = new Map<string, RecordedEvent>()
  let hasMore = false
  for (const question of questionsOf(path, context)) {
    const query = { workspaceId: workspace.id, ...question, since: from, before, limit: readAtMost }
    const events = await store.events.listChanges(query)
    hasMore ||= events.length === readAtMost
    for (const event of events) if (event.time < to && concerns(path, event)) found.set(event.id, event)
  }
  const events = [...found.values()].toSorted((one, other) => other.sequence - one.sequence)
  return { events, hasMore }
}

function questionsOf({ subject, keys }: Path, { workspace, now }: IncidentContext): readonly Question[] {
  const identity = subject.type === "identity" ? subject.identity : subject.key?.identity
  const plan = identity && planOf(identity, now)
  const apiIds = [...new Set(keys.map(({ apiId }) => apiId))]
  return [
    { resourceId: subject.id, types: subject.type === "key" ? ofKeys : [...ofCustomers, ...ofKeys] },
    ...(subject.type === "key" && identity ? [{ resourceId: identity.id, types: ofCustomers }] : []),
    ...(plan ? [{ resourceId: plan.id, types: ["plan.updated"] as const }] : []),
    ...apiIds.map((resourceId) => ({ resourceId, types: ["api.updated", "api.deleted"] as const })),
    { resourceId: workspace.id, types: ofWorkspace },
    { types: ofWorkspace },
  ]
}

/** Changes of other roles, plans and permissions than those of the subject concern others. */
function concerns({ subject, keys, wanted }: Path, { type, resources: [changed], changes }: RecordedEvent): boolean {
  if (changed === undefined) return false
  if (type === "role.updated") return keys.some(({ roles }) => roles.some(({ id }) => id === changed.id))
  if (type === "permission.deleted") {
    const slug = String(changes.before?.slug)
    return wanted.some(({ missing }) => missing?.split(/[\s()]+/).includes(slug))
  }
  if (type !== "plan.updated") return true
  const identities = [
    ...(subject.type === "identity" && subject.identity ? [subject.identity] : []),
    ...keys.flatMap(({ identity }) => identity ?? []),
  ]
  const isTheirs = identities.some(({ plan, defaultPlan }) => (plan ?? defaultPlan)?.id === changed.id)
  return isTheirs || changes.before?.default !== undefined || changes.after?.default !== undefined
}
