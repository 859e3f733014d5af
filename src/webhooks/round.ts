import { secretsAt } from "../core/webhook.ts"
import { slackBody } from "../core/webhook-body.ts"
import {
  type Delivery,
  type EndpointState,
  type EventToSend,
  isOutage,
  newEventsAllowed,
  nextLookAt,
  requestsAtOnce,
  retriesPerRound,
  type Settled,
  settle,
} from "../core/webhook-rules.ts"
import { eventMessages } from "../operations/shared/events/event-message.ts"
import { presentEvents } from "../operations/shared/events/present-events.ts"
import { openSecrets } from "../operations/shared/webhooks/webhook-secrets.ts"
import type { Vault } from "../secrets/vault.ts"
import type { RecordedEvent } from "../storage/port/events.ts"
import type { Store } from "../storage/port/store.ts"
import type { Duty } from "../storage/port/webhooks.ts"
import type { Tracer } from "../tracing/tracer.ts"
import { startDelivery } from "./delivery-span.ts"
import { type Endpoint, wants } from "./endpoint.ts"
import type { Place } from "./send-places.ts"
import type { WebhookSender } from "./sender.ts"

export interface RoundParts {
  readonly store: Store
  readonly vault: Vault
  readonly sender: WebhookSender
  readonly duty: Duty
  readonly tracer?: Tracer | undefined
  /** All events up to this number could be read before the round began. */
  readonly reached: number
  now(): number
  random(): number
  /** Whether this node may still send. */
  mayGoOn(): boolean
}

export type RoundEnd =
  /** `lookAt`: when there is more to do; 0 means now. */
  | { readonly type: "stored"; readonly lookAt: number; readonly disables: Settled["disables"] }
  /** A caller has changed the webhook, so the round does not count. */
  | { readonly type: "changed" }
  | { readonly type: "gone" }
  | { readonly type: "duty_lost" }

interface Task {
  readonly event: EventToSend
  readonly before: Delivery | undefined
  readonly body: string
  /** The request that has caused the event. */
  readonly requestId: string | null
}

/** A position that lags behind unwanted events only costs the next start some reading, so it is not written each time. */
const positionLag = 10_000

/**
 * Sends what is due to one endpoint, and stores position and results in one transaction. A kill before it repeats this
 * round and nothing else.
 */
export async function runRound(options: RoundParts, endpoint: Endpoint): Promise<RoundEnd> {
  const { store, duty, now } = options
  const { webhook } = endpoint
  // With another URL, secret or selection of events, another round begins.
  const parts = { ...options, mayGoOn: () => options.mayGoOn() && endpoint.webhook === webhook }
  const { webhookDelivery: delivery } = store
  if (!(await delivery.holdsDuty(duty))) return { type: "duty_lost" }
  const found = await delivery.readRound(webhook.id, { now: now(), retries: retriesPerRound })
  if (found === undefined) return { type: "gone" }
  const { tasks, unwanted, end } = await listTasks(parts, endpoint, found)
  const sent = await sendAll(parts, endpoint, { tasks, state: found.state })
  const position = sent.count === tasks.length ? end : lastSent(tasks.slice(0, sent.count), found.state)
  const state: EndpointState = { ...sent.state, position }
  const isIdle = sent.count === 0 && unwanted.length === 0 && position - found.state.position < positionLag
  if (!isIdle) {
    const dueAt = sent.endsOutage ? now() : undefined
    const { workspaceId } = webhook
    const round = { state, workspaceId, due: found.due, deliveries: sent.deliveries, unwanted, dueAt }
    const stored = await delivery.storeRound(duty, round)
    if (stored !== "stored") return { type: stored }
  }
  const lookAt = sent.count > 0 ? 0 : nextLookAt(state, await delivery.findNextAttempt(webhook.id), now())
  return { type: "stored", lookAt, disables: sent.disables }
}

interface Tasks {
  readonly tasks: readonly Task[]
  readonly unwanted: readonly number[]
  /** The position once all of them were tried. */
  readonly end: number
}

/** Retries first, then new events in the order of the log. */
async function listTasks(
  { store, now, reached }: RoundParts,
  endpoint: Endpoint,
  { state, due }: { readonly state: EndpointState; readonly due: readonly Delivery[] },
): Promise<Tasks> {
  const { events } = store
  const { webhook, types } = endpoint
  const isHeld = now() < state.heldUntil
  const retries = isHeld ? [] : due.filter(({ type }) => wants(endpoint, type))
  const unwanted = isHeld ? [] : due.filter(({ type }) => !wants(endpoint, type)).map(({ sequence }) => sequence)
  const limit = newEventsAllowed(state, { now: now(), retries: retries.length })
  const filter = { workspaceId: webhook.workspaceId, types, after: state.position, limit }
  const found = limit === 0 ? [] : await events.list(filter)
  // A caller may have had an event sent again that was not sent yet.
  const retried = new Set(retries.map(({ sequence }) => sequence))
  const fresh = found.filter((event) => !isOwnFailure(webhook.id, event) && !retried.has(event.sequence))
  const isEnd = limit > 0 && found.length < limit
  const repeated = await events.listNumbered([...retried])
  const bodies = await bodiesOf(store, webhook.format, [...repeated, ...fresh])
  const requests = new Map([...repeated, ...fresh].map(({ sequence, requestId }) => [sequence, requestId]))
  const taskOf = (event: EventToSend, before: Delivery | undefined): Task => ({
    event,
    before,
    body: bodies.get(event.sequence) ?? "",
    requestId: requests.get(event.sequence) ?? null,
  })
  return {
    tasks: [
      ...retries.map(({ sequence, eventId, type, time, ...rest }) => {
        const event = { sequence, eventId, type, time }
        return taskOf(event, { ...event, ...rest })
      }),
      ...fresh.map(({ sequence, id, type, time }) => taskOf({ sequence, eventId: id, type, time }, undefined)),
    ],
    unwanted,
    end: Math.max(found.at(-1)?.sequence ?? 0, state.position, isEnd ? reached : 0),
  }
}

/** That nothing reaches an endpoint is told to the others. */
function isOwnFailure(webhookId: string, { type, resources }: RecordedEvent): boolean {
  return type === "webhook.failing" && resources.some(({ id }) => id === webhookId)
}

async function bodiesOf(
  store: Store,
  format: Endpoint["webhook"]["format"],
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<number, string>> {
  const bodies =
    format === "slack"
      ? (await presentEvents(store, events)).map(slackBody)
      : (await eventMessages(store, events)).map(({ body }) => body)
  return new Map(events.map(({ sequence }, index) => [sequence, bodies[index] ?? ""]))
}

interface Sent {
  readonly state: EndpointState
  readonly deliveries: readonly Delivery[]
  /** The first so many tasks were tried. */
  readonly count: number
  readonly endsOutage: boolean
  readonly disables: Settled["disables"]
}

/** Each result changes the state, and the state decides whether the next one is sent. Throws if one has no result. */
async function sendAll(
  { vault, sender, tracer, now, random, mayGoOn }: RoundParts,
  { webhook }: Endpoint,
  { tasks, state: initial }: { readonly tasks: readonly Task[]; readonly state: EndpointState },
): Promise<Sent> {
  let sent: Sent = { state: initial, deliveries: [], count: 0, endsOutage: false, disables: undefined }
  if (tasks.length === 0) return sent
  const secrets = openSecrets(vault, webhook)
  const running = new Set<Promise<void>>()
  let count = 0
  let failure: unknown
  const trySending = async ({ event, before, body, requestId }: Task) => {
    const job = { url: secrets.url ?? "", eventId: event.eventId, body, secrets: secretsAt(secrets, now()), now: now() }
    const span = tracer && startDelivery(tracer, { webhook, event, before, requestId })
    const result = await (span === undefined ? sender.send(job) : span.run(() => sender.send(job)))
    span?.end({ hasFailed: result.error !== undefined })
    const settled = settle(sent.state, { event, before, result, random: random() })
    sent = {
      state: settled.state,
      deliveries: [...sent.deliveries, settled.delivery],
      count: 0,
      endsOutage: sent.endsOutage || settled.endsOutage,
      disables: sent.disables ?? settled.disables,
    }
  }
  const goesOn = ({ before }: Task) => {
    const isNewOutage = before === undefined && isOutage(sent.state) && !isOutage(initial)
    const hasEnded = failure !== undefined || sent.disables !== undefined || isNewOutage
    return mayGoOn() && !hasEnded && now() >= sent.state.heldUntil
  }
  const begin = (task: Task, place: Place) => {
    // Nobody may wait for it when it fails.
    const attempt = trySending(task)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => {
        place.giveBack()
        running.delete(attempt)
      })
    running.add(attempt)
  }
  for (const task of tasks) {
    while (running.size >= requestsAtOnce(sent.state)) await Promise.race(running)
    if (!goesOn(task)) break
    const place = await sender.takePlace(webhook.workspaceId, "last")
    // Much may have changed while other requests had the place.
    if (!goesOn(task)) {
      place.giveBack()
      break
    }
    count += 1
    begin(task, place)
  }
  await Promise.all(running)
  if (failure !== undefined) throw failure
  return { ...sent, count }
}

function lastSent(tried: readonly Task[], { position }: EndpointState): number {
  const fresh = tried.filter(({ before }) => before === undefined)
  return fresh.at(-1)?.event.sequence ?? position
}
