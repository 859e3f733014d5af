import { type EventType, isNotice } from "../contract/event-types.ts"

interface ShownResource {
  readonly type: string
  readonly id: string
  readonly name?: string | undefined
}

interface ShownEvent {
  readonly type: string
  readonly actor: { readonly id: string; readonly name?: string | undefined }
  readonly resources: readonly ShownResource[]
  readonly changes?: { readonly after: Readonly<Record<string, unknown>> | null } | undefined
}

/** The body for Slack and services that take the same: one line. */
export function slackBody({ type, actor, resources, changes }: ShownEvent): string {
  const [changed] = resources
  const what = changed === undefined ? "" : ` ${nameOf(changed)}`
  const rest = isNotice(type) ? others(changes?.after?.count) : `, by ${actor.name ?? actor.id}`
  return JSON.stringify({ text: plainText(`${type}:${what}${rest}`) })
}

/** A notice is by nobody, and may be about many objects. */
function others(count: unknown): string {
  return typeof count === "number" && count > 1 ? ` and ${count - 1} more` : ""
}

function nameOf({ name, id }: ShownResource): string {
  return name === undefined ? id : `${name} (${id})`
}

/** The characters that Slack reads as markup are written as it asks, because a name is the text of a stranger. */
function plainText(text: string): string {
  const oneLine = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
  return oneLine.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

interface Sample {
  readonly eventId: string
  readonly type: EventType
  readonly workspaceId: string
  readonly now: number
}

const operatorActor = { type: "operator", id: "operator" } as const
const noticeActor = { type: "system", id: "notice" } as const

/** An event that did not happen, for a test of an endpoint. */
export function sampleEvent({ eventId, type, workspaceId, now }: Sample) {
  const object = type.slice(0, type.indexOf("."))
  const actor = isNotice(type) ? noticeActor : operatorActor
  return {
    eventId,
    type,
    time: now,
    actor,
    workspaceId,
    resources: [{ type: object, id: "sample", name: "Sample of a test" }],
    changes: { before: null, after: { name: "Sample of a test" } },
  }
}
