import { z } from "zod"
import { fault, invalidInput } from "../contract/errors.ts"
import { event } from "../contract/event.ts"
import { listedTypes, switchOf } from "../contract/event-types.ts"
import { notACursor, pageInput } from "../contract/pagination.ts"
import { millis, ref, text } from "../contract/primitives.ts"
import { nearest } from "../core/nearest.ts"
import type { ContextWith } from "./context.ts"
import { pagedQuery } from "./operation.ts"
import { eventSelection, selectedTypes } from "./shared/events/event-selection.ts"
import { presentEvents } from "./shared/events/present-events.ts"
import { pageOf } from "./shared/page.ts"
import { readableWorkspace } from "./shared/workspaces/readable-workspace.ts"

export const listEvents = pagedQuery({
  name: "events.listEvents",
  title: "List changes",
  summary: "List changes, newest first: what changed, when, and who changed it. With `after`, oldest first.",
  callers: ["operator", "root_key"],
  needs: ["event.*.read_event"],
  scope: "installation",
  input: z.strictObject({
    ...pageInput,
    workspaceId: ref
      .optional()
      .describe(
        "Only events of this workspace. Default: all events for an operator, its own workspace for a root key.",
      ),
    type: text(1, 64)
      .optional()
      .describe(
        "Only events of this type, such as `key.created`. `key.disabled`, `key.enabled`, `identity.disabled` and `identity.enabled` are the updates that switch a key or an identity.",
      ),
    types: eventSelection
      .optional()
      .describe(
        "Only events of these types: a type, such as `key.created`, all types of an object, such as `key.*`, `notices`, or `*`. Not together with `type`.",
      ),
    after: ref
      .optional()
      .describe(
        "Id of an event. The list has the events after it, oldest first, so that a caller can go on where it stopped.",
      ),
    resourceId: text(1, 255).optional().describe("Only events about the object with this id."),
    actorId: text(1, 255)
      .optional()
      .describe(
        "Only changes made by this actor: the id of a key or user, or `operator`, `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. It is an error if no such actor is known here.",
      ),
    requestId: text(1, 64).optional().describe("Only changes of the request with this id."),
    since: millis.optional().describe("Only events at or after this time, in Unix milliseconds."),
    until: millis.optional().describe("Only events before this time, in Unix milliseconds."),
  }),
  output: z.array(event),
  errors: ["data/workspace_not_found", "data/event_not_found"],
  example: { type: "key.created", limit: 20 },
  worksWhileDisabled: true,
  async run({ input, caller, store, after: cursor }) {
    const workspaceId = await readableWorkspace(store, caller, input.workspaceId)
    const types = wantedTypes(input)
    const { resourceId, actorId, requestId, since, until } = input
    const switchedTo = switchOf(input.type ?? "")?.enabled
    const first = input.after === undefined ? undefined : await store.events.findSequence(input.after, workspaceId)
    if (input.after !== undefined && first === undefined) throw fault("data/event_not_found")
    const page = await pageOf({
      limit: input.limit,
      after: cursor,
      async list({ limit, after: position }) {
        const last = position === undefined ? first : await sequenceOf(store, position)
        const range = first === undefined ? { before: last } : { before: undefined, after: last }
        const events = await store.events.list({
          ...{ workspaceId, types, switchedTo, resourceId, actorId, requestId, since, until, ...range, limit },
        })
        return presentEvents(store, events)
      },
      present: (event) => event,
      positionOf: ({ eventId }) => eventId,
    })
    const isEmpty = page.objects.length === 0 && cursor === undefined && first === undefined
    if (isEmpty && actorId !== undefined && !(await isKnownActor(store, { workspaceId, actorId }))) {
      throw invalidInput({ location: "body.actorId", message: "no member, root key or key with this id is known here" })
    }
    return page
  },
})

interface WantedTypes {
  readonly type?: string | undefined
  readonly types?: readonly string[] | undefined
}

function wantedTypes({ type, types }: WantedTypes): readonly string[] | undefined {
  if (type === undefined) return types && selectedTypes(types)
  if (types !== undefined) throw invalidInput({ location: "body.types", message: "must not be given with `type`" })
  requireListedType(type)
  return [switchOf(type)?.type ?? type]
}

function requireListedType(type: string): void {
  if (listedTypes.includes(type)) return
  const meant = nearest(type, listedTypes)
  const message = `must be a type of events${meant === undefined ? "" : `, such as \`${meant}\``}`
  throw invalidInput({ location: "body.type", message })
}

type Events = ContextWith<"store">["store"]["events"]

const ownActors: ReadonlySet<string> = new Set([
  "operator",
  "quota",
  "refill",
  "import",
  "sign_in",
  "upgrade",
  "delivery",
  "notice",
])

/** Whether an event is about the actor or by the actor. */
async function isKnownActor(
  { events }: { readonly events: Events },
  { workspaceId, actorId }: { readonly workspaceId: string | undefined; readonly actorId: string },
): Promise<boolean> {
  if (ownActors.has(actorId)) return true
  const about = await events.list({ workspaceId, resourceId: actorId, limit: 1 })
  if (about.length > 0) return true
  const by = await events.list({ workspaceId, actorId, limit: 1 })
  return by.length > 0
}

/** The position is an event id, because sequence numbers would show how much other workspaces do. */
async function sequenceOf({ events }: ContextWith<"store">["store"], position: string): Promise<number> {
  const sequence = await events.findSequence(position)
  if (sequence === undefined) throw invalidInput({ location: "body.cursor", message: notACursor })
  return sequence
}
