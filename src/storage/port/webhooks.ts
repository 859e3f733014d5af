import type { Webhook } from "../../core/webhook.ts"
import type { Delivery, EndpointState } from "../../core/webhook-rules.ts"
import type { Listed } from "./collection.ts"

export interface WebhookReads extends Listed<Webhook> {
  count(workspaceId: string): Promise<number>
  /** Never cached. */
  findState(id: string): Promise<EndpointState | undefined>
  countWaiting(id: string): Promise<number>
  /** Newest event first. */
  listDeliveries(id: string, filter: DeliveryFilter): Promise<readonly Delivery[]>
}

export interface DeliveryFilter {
  readonly status: Delivery["status"] | undefined
  /** Only deliveries of events at or after this time. */
  readonly since: number | undefined
  /** Only deliveries of events before this number. */
  readonly before: number | undefined
  readonly limit: number
}

export interface WebhookWrites extends WebhookReads {
  insert(webhook: Webhook, state: EndpointState): Promise<void>
  update(webhook: Webhook): Promise<void>
  /**
   * Reads the state for update, writes what `change` makes of it, and returns that. A state that stays the same object
   * is only read: nothing else changes it before the transaction ends. undefined if the webhook is gone.
   */
  changeState(id: string, change: (state: EndpointState) => EndpointState): Promise<EndpointState | undefined>
  /** Forgets what waits after this position, because it is sent again. */
  forgetAfter(id: string, position: number): Promise<void>
  /** Makes everything due that waits. */
  makeDue(id: string, now: number): Promise<void>
  /** Adds deliveries that wait, or replaces them. */
  redeliver(deliveries: readonly Delivery[]): Promise<void>
  /** Forgets its deliveries, URL and secrets too. */
  delete(id: string, now: number): Promise<void>
  /** Whether this node has the duty. If so, no other can take it before the transaction ends. */
  confirmDuty(duty: Duty): Promise<boolean>
}

/** The right of one node to deliver for all. Another term follows when another node takes it. */
export interface Duty {
  readonly node: string
  readonly term: number
}

/** What the node with the duty reads and writes, outside of requests and without events. */
export interface WebhookDelivery {
  /** Takes the duty, unless another node that is listed has it. */
  takeDuty(node: string): Promise<Duty | undefined>
  hasEndpoints(): Promise<boolean>
  /** All webhooks that may be sent to, or those of one workspace. */
  listEndpoints(workspaceId?: string): Promise<readonly Webhook[]>
  /** undefined if the webhook is gone. */
  readRound(id: string, query: { readonly now: number; readonly retries: number }): Promise<DueRound | undefined>
  /** Whether this node has the duty at this moment. */
  holdsDuty(duty: Duty): Promise<boolean>
  /**
   * Stores nothing if the duty is lost, or if a caller has changed the webhook since. Leaves a delivery as it is that a
   * caller has had sent again since.
   */
  storeRound(duty: Duty, round: StoredRound): Promise<"stored" | "changed" | "duty_lost">
  findNextAttempt(id: string): Promise<number | null>
  /** Deletes old deliveries of a webhook, a bounded number, and returns whether more may remain. */
  prune(id: string, now: number): Promise<boolean>
}

export interface DueRound {
  readonly state: EndpointState
  /** Deliveries whose next attempt is due, the first due first. */
  readonly due: readonly Delivery[]
}

export interface StoredRound {
  readonly state: EndpointState
  readonly workspaceId: string
  /** What the round had read. */
  readonly due: readonly Delivery[]
  readonly deliveries: readonly Delivery[]
  /** Numbers of waiting events that are no longer wanted. */
  readonly unwanted: readonly number[]
  /** Everything that waits is due at this time; undefined: as it was. */
  readonly dueAt: number | undefined
}
