import type { DeliveryStatus } from "../contract/webhook.ts"

/**
 * When an event is sent to an endpoint, and what follows from the result. docs/contract.md#272-delivery has the rules in
 * words. All of this is pure; webhooks/deliverer.ts runs it.
 */

/** How an endpoint stands. */
export interface EndpointState {
  readonly webhookId: string
  /** Every wanted event up to this number was tried. */
  readonly position: number
  /** Raised by every change of a caller, so that a round that began before it is not stored. */
  readonly revision: number
  readonly lastDeliveredAt: number | null
  readonly failingSince: number | null
  /** Failing or disabled since; null while neither. */
  readonly downSince: number | null
  /** How long it was failing or disabled before `downSince`. */
  readonly downMs: number
  /** First attempts that failed since the last success. */
  readonly failedFirsts: number
  /** During an outage: when the next new event is sent. */
  readonly nextNewAt: number
  /** The endpoint asked for a pause until then. */
  readonly heldUntil: number
}

/** An event that was tried. */
export interface Delivery {
  readonly webhookId: string
  /** Number of the event in the log. */
  readonly sequence: number
  readonly eventId: string
  readonly type: string
  readonly time: number
  readonly status: DeliveryStatus
  /** null unless it waits. */
  readonly nextAttemptAt: number | null
  /** The newest ones. */
  readonly attempts: readonly Attempt[]
  readonly attemptCount: number
  /** Attempts that failed while the endpoint accepted other events. */
  readonly countedAttempts: number
  readonly firstAttemptAt: number
  readonly lastAttemptAt: number
  /** How long the endpoint had been down when this was first tried. */
  readonly downMsAtFirst: number
}

export interface Attempt {
  readonly time: number
  readonly durationMs: number
  readonly status?: number
  readonly error?: string
  readonly response?: string
}

export interface SendResult extends Attempt {
  /** What `Retry-After` asks for. */
  readonly retryAfterMs?: number
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const retryDelaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
] as const
const lastRetryDelayMs = 24 * hourMs

const countedAttemptsAtMost = 10
const deliveryAgeAtMostMs = 5 * dayMs
/** So many new events in a row that fail are an outage. */
const outageAfter = 100
const probeEveryMs = 15 * minuteMs
const holdAtMostMs = hourMs
const failingAtMostMs = 5 * dayMs
const failingDeliveriesAtLeast = 10
/** Attempts that a delivery shows. */
const attemptsShown = 10

/** What a kill can repeat. */
const requestsPerRound = 100
/** The rest is for new events, so that many retries do not hold them up. */
export const retriesPerRound = 50

export function startingState(webhookId: string, position: number): EndpointState {
  return {
    ...{ webhookId, position, revision: 0, lastDeliveredAt: null, failingSince: null },
    ...{ downSince: null, downMs: 0, failedFirsts: 0, nextNewAt: 0, heldUntil: 0 },
  }
}

export function isOutage({ failedFirsts }: EndpointState): boolean {
  return failedFirsts >= outageAfter
}

/** How many new events may be tried now, beside so many retries. */
export function newEventsAllowed(state: EndpointState, { now, retries }: NextRound): number {
  if (now < state.heldUntil) return 0
  if (isOutage(state)) return now < state.nextNewAt ? 0 : 1
  return requestsPerRound - retries
}

interface NextRound {
  readonly now: number
  readonly retries: number
}

/** An endpoint that does not respond must not keep many connections waiting. */
export function requestsAtOnce({ failingSince }: EndpointState): number {
  return failingSince === null ? 16 : 2
}

/** When to look again at an endpoint, if no event comes before. */
export function nextLookAt(state: EndpointState, nextAttemptAt: number | null, now: number): number {
  // What came in during a pause is sent when the pause is over.
  if (now < state.heldUntil) return state.heldUntil
  const probe = isOutage(state) ? state.nextNewAt : Number.POSITIVE_INFINITY
  return Math.min(probe, nextAttemptAt ?? Number.POSITIVE_INFINITY)
}

export type EventToSend = Pick<Delivery, "sequence" | "eventId" | "type" | "time">

export interface Settled {
  readonly state: EndpointState
  readonly delivery: Delivery
  /** Why the endpoint must be disabled. */
  readonly disables: "gone" | "failing" | undefined
  /** An outage is over, so everything that waits is due. */
  readonly endsOutage: boolean
}

interface Trial {
  readonly event: EventToSend
  /** undefined for a first attempt. */
  readonly before: Delivery | undefined
  readonly result: SendResult
  /** From 0 to 1. */
  readonly random: number
}

/** What follows from one attempt. */
export function settle(state: EndpointState, trial: Trial): Settled {
  const { before, result } = trial
  const now = result.time + result.durationMs
  const delivery = attempted(state, trial, now)
  if (isSuccess(result)) {
    const succeeded = { ...rested(state, now), lastDeliveredAt: Math.max(now, state.lastDeliveredAt ?? 0) }
    const delivered: Delivery = { ...delivery, status: "delivered", nextAttemptAt: null }
    return { state: succeeded, delivery: delivered, disables: undefined, endsOutage: isOutage(state) }
  }
  const failed = failedState(state, { isFirst: before === undefined, result, now })
  return {
    state: failed,
    delivery: waitingOrFailed(failed, delivery, { now, random: trial.random }),
    disables: disabling(failed, result, now),
    endsOutage: false,
  }
}

function isSuccess({ status }: Attempt): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** A caller has moved the webhook in the log. */
export function movedTo(state: EndpointState, position: number): EndpointState {
  return { ...state, position, revision: state.revision + 1 }
}

/** A caller has switched the endpoint on: it starts afresh. */
export function resumed(state: EndpointState, now: number): EndpointState {
  return { ...rested(state, now), heldUntil: 0, revision: state.revision + 1 }
}

/** The endpoint was switched off. */
export function paused(state: EndpointState, now: number): EndpointState {
  return { ...state, downSince: state.downSince ?? now, revision: state.revision + 1 }
}

function attempted(state: EndpointState, { event, before, result }: Trial, now: number): Delivery {
  const { retryAfterMs: _retryAfterMs, ...attempt } = result
  const isCounted = before === undefined || (state.lastDeliveredAt ?? 0) > before.lastAttemptAt
  return {
    ...event,
    webhookId: state.webhookId,
    status: "waiting",
    nextAttemptAt: null,
    attempts: [...(before?.attempts ?? []), attempt].slice(-attemptsShown),
    attemptCount: (before?.attemptCount ?? 0) + 1,
    countedAttempts: (before?.countedAttempts ?? 0) + (isCounted ? 1 : 0),
    firstAttemptAt: before?.firstAttemptAt ?? result.time,
    lastAttemptAt: now,
    downMsAtFirst: before?.downMsAtFirst ?? downMsAt(state, now),
  }
}

function failedState(
  state: EndpointState,
  { isFirst, result, now }: { readonly isFirst: boolean; readonly result: SendResult; readonly now: number },
): EndpointState {
  const held = result.retryAfterMs === undefined ? 0 : now + Math.min(holdAtMostMs, result.retryAfterMs)
  const failed = {
    ...state,
    failingSince: state.failingSince ?? now,
    downSince: state.downSince ?? now,
    failedFirsts: state.failedFirsts + (isFirst ? 1 : 0),
    heldUntil: Math.max(state.heldUntil, held),
  }
  return isFirst && isOutage(failed) ? { ...failed, nextNewAt: now + probeEveryMs } : failed
}

function waitingOrFailed(
  state: EndpointState,
  delivery: Delivery,
  { now, random }: { readonly now: number; readonly random: number },
): Delivery {
  const downMs = downMsAt(state, now) - delivery.downMsAtFirst
  const isTooOld = now - delivery.firstAttemptAt - downMs >= deliveryAgeAtMostMs
  if (delivery.countedAttempts >= countedAttemptsAtMost || isTooOld) return { ...delivery, status: "failed" }
  const delayMs = retryDelaysMs[delivery.attemptCount - 1] ?? lastRetryDelayMs
  // Spread out, so that what failed together does not come back together.
  const nextAttemptAt = Math.max(state.heldUntil, now + Math.round(delayMs * (0.8 + 0.4 * random)))
  return { ...delivery, nextAttemptAt }
}

function disabling(state: EndpointState, { status }: SendResult, now: number): Settled["disables"] {
  if (status === 410) return "gone"
  const hasFailedLong = now - (state.failingSince ?? now) >= failingAtMostMs
  return hasFailedLong && state.failedFirsts >= failingDeliveriesAtLeast ? "failing" : undefined
}

function rested(state: EndpointState, now: number): EndpointState {
  return {
    ...state,
    downMs: downMsAt(state, now),
    ...{ failingSince: null, downSince: null, failedFirsts: 0, nextNewAt: 0 },
  }
}

function downMsAt({ downMs, downSince }: EndpointState, now: number): number {
  return downSince === null ? downMs : downMs + Math.max(0, now - downSince)
}
