import type { Event, EventsListEventsInput, Identity, Key, Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import type { LogOwner } from "../usage/log-link.ts"

/** The key or the customer whose refusals are shown. */
export interface Subject extends LogOwner {
  readonly type: "key" | "customer"
  readonly customerId: string | undefined
  readonly planId: string | undefined
  /** Only of a key. */
  readonly apiId: string | undefined
}

export function subjectOfKey({ keyId, apiId, identity }: Key): Subject {
  return { type: "key", id: keyId, customerId: identity?.id, planId: identity?.plan?.id, apiId }
}

export function subjectOfCustomer({ id, plan }: Identity): Subject {
  return { type: "customer", id, customerId: id, planId: plan?.id, apiId: undefined }
}

/** For usage operations. */
export function usageFilter({ type, id }: Subject) {
  return type === "key" ? { keyIds: [id] } : { identity: id }
}

/** For the log. */
export function logFilter({ type, id }: Subject) {
  return type === "key" ? { keyId: id } : { identity: id }
}

type Question = Pick<EventsListEventsInput, "resourceId" | "type">

/** What the subject depends on. The events of a customer include those of its keys. */
function dependencies({ type, customerId, planId, apiId }: Subject): readonly Question[] {
  return [
    ...(type === "key" && customerId !== undefined ? [{ resourceId: customerId, type: "identity.updated" }] : []),
    ...(planId === undefined ? [] : [{ resourceId: planId, type: "plan.updated" }]),
    ...(apiId === undefined ? [] : [{ resourceId: apiId, type: "api.updated" }]),
  ]
}

export const mostEvents = 100

/** The newest events about the subject and what it depends on, and about more if asked. */
export async function readEvents(
  client: Client,
  subject: Subject,
  { more = [], ...period }: Pick<EventsListEventsInput, "since" | "until"> & { readonly more?: readonly Question[] },
): Promise<Result<readonly Event[]>> {
  const read = (question: Question) => client.events.listEvents({ ...question, ...period, limit: mostEvents })
  const [own, ...pages] = await Promise.all([
    read({ resourceId: subject.id }),
    ...[...dependencies(subject), ...more].map(read),
  ])
  if (own.error) return own
  const events: Event[] = [...own.data]
  for (const page of pages) {
    if (page.error) return page
    events.push(...page.data)
  }
  // Signing in changes nothing.
  const changes = events.filter(({ type }) => !type.startsWith("session."))
  const newest = changes.toSorted((one, other) => other.time - one.time).slice(0, mostEvents)
  return { ...own, data: newest }
}
