import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { event } from "../contract/event.ts"
import { listedTypes, switchOf } from "../contract/event-types.ts"
import { notACursor, pageInput } from "../contract/pagination.ts"
import { millis, ref, text } from "../contract/primitives.ts"
import { nearest } from "../core/nearest.ts"
import { toWireEvent } from "../core/wire.ts"
import type { RecordedEvent } from "../storage/port/events.ts"
import type { ContextWith } from "./context.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"
import { readableWorkspace } from "./shared/workspaces/readable-workspace.ts"

export const listEvents = pagedQuery({
  name: "events.listEvents",
  title: "List changes",
  summary: "List changes, newest first: what changed, when, and who changed it.",
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
    resourceId: text(1, 255).optional().describe("Only events about the object with this id."),
    actorId: text(1, 255)
      .optional()
      .describe(
        "Only changes made by this actor: the id of a key or user, or `operator`, `quota`, `refill`, `import` or `sign_in`. It is an error if no such actor is known here.",
      ),
    requestId: text(1, 64).optional().describe("Only changes of the request with this id."),
    since: millis.optional().describe("Only events at or after this time, in Unix milliseconds."),
    until: millis.optional().describe("Only events before this time, in Unix milliseconds."),
  }),
  output: z.array(event),
  errors: ["data/workspace_not_found"],
  example: { type: "key.created", limit: 20 },
  worksWhileDisabled: true,
  async run({ input, caller, store, after }) {
    const workspaceId = await readableWorkspace(store, caller, input.workspaceId)
    if (input.type !== undefined) requireListedType(input.type)
    const { resourceId, actorId, requestId, since, until } = input
    const { type = input.type, enabled: switchedTo } = switchOf(input.type ?? "") ?? {}
    const page = await pageOf({
      limit: input.limit,
      after,
      async list({ limit, after: position }) {
        const before = position === undefined ? undefined : await sequenceOf(store, position)
        const events = await store.events.list({
          ...{ workspaceId, type, switchedTo, resourceId, actorId, requestId, since, until, before, limit },
        })
        return withNames(store, events)
      },
      present: ({ event, names }) => namedEvent(toWireEvent(event), names),
      positionOf: ({ event }) => event.id,
    })
    const isEmpty = page.objects.length === 0 && after === undefined
    if (isEmpty && actorId !== undefined && !(await isKnownActor(store, { workspaceId, actorId }))) {
      throw invalidInput({ location: "body.actorId", message: "no member, root key or key with this id is known here" })
    }
    return page
  },
})

function requireListedType(type: string): void {
  if (listedTypes.includes(type)) return
  const meant = nearest(type, listedTypes)
  const message = `must be a type of events${meant === undefined ? "" : `, such as \`${meant}\``}`
  throw invalidInput({ location: "body.type", message })
}

type Events = ContextWith<"store">["store"]["events"]

const ownActors: ReadonlySet<string> = new Set(["operator", "quota", "refill", "import", "sign_in", "upgrade"])

/** Whether an event is about the actor or by the actor. */
async function isKnownActor(
  { events }: { readonly events: Events },
  { workspaceId, actorId }: { readonly workspaceId: string | undefined; readonly actorId: string },
): Promise<boolean> {
  if (ownActors.has(actorId)) return true
  const any = { workspaceId, limit: 1, before: undefined, type: undefined, since: undefined, until: undefined }
  const about = await events.list({ ...any, resourceId: actorId, actorId: undefined })
  if (about.length > 0) return true
  const by = await events.list({ ...any, resourceId: undefined, actorId })
  return by.length > 0
}

/** The position is an event id, because sequence numbers would show how much other workspaces do. */
async function sequenceOf({ events }: ContextWith<"store">["store"], position: string): Promise<number> {
  const sequence = await events.findSequence(position)
  if (sequence === undefined) throw invalidInput({ location: "body.cursor", message: notACursor })
  return sequence
}

type Names = ReadonlyMap<string, string>

/** An event records ids. People read names. */
async function withNames({ usage }: ContextWith<"store">["store"], events: readonly RecordedEvent[]) {
  const ids = events.flatMap(({ resources }) => resources.map(({ id }) => id))
  const names = await usage.findNames([...new Set(ids)])
  return events.map((event) => ({ event, names }))
}

function namedEvent(event: ReturnType<typeof toWireEvent>, names: Names) {
  const resources = event.resources.map((resource) => {
    const name = names.get(resource.id)
    return name === undefined ? resource : { ...resource, name }
  })
  return { ...event, resources }
}
