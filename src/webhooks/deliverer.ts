import { changesBetween } from "../core/changes.ts"
import { findChainOwner } from "../core/installation.ts"
import { webhookInEvent } from "../core/webhook.ts"
import { paused } from "../core/webhook-rules.ts"
import type { Vault } from "../secrets/vault.ts"
import type { StaleIds } from "../storage/port/nodes.ts"
import type { Store } from "../storage/port/store.ts"
import type { Duty } from "../storage/port/webhooks.ts"
import type { Tracer } from "../tracing/tracer.ts"
import { type Endpoint, endpointOf, renew, wants } from "./endpoint.ts"
import { type RoundEnd, runRound } from "./round.ts"
import type { WebhookSender } from "./sender.ts"

/** Delivers events to endpoints, on the node that has the duty. */
export interface Deliverer {
  /** A change has been committed, here or on another node. */
  hear(ids: StaleIds): void
  /** Whether this node is the one that delivers. */
  hasDuty(): boolean
  /** Sends nothing more, and waits for what is under way. */
  close(): Promise<void>
}

interface DelivererOptions {
  readonly store: Store
  readonly vault: Vault
  readonly sender: WebhookSender
  /** This node, or any name if it is the only one. */
  readonly node: string
  /** Records each attempt. */
  readonly tracer?: Tracer | undefined
  now(): number
  random(): number
  /** Whether the lease of this node holds. */
  holdsLease(): boolean
  report(error: unknown): void
}

const tickMs = 250
/** Finds events that no bell has announced: of an offline command, or while the feed of changes is interrupted. */
const lookEveryTicks = 20
/** Another node takes over within 2 s. */
const takeEveryTicks = 2
/** Under many changes, one look serves those of this time. */
const restMs = 20
const placesAtOnce = 1_000
/** What could not be stored is sent again, so the pauses grow. */
const restsMs = [5_000, 30_000, 120_000, 600_000] as const
const pruneEveryMs = 600_000

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, now, holdsLease, report } = options
  const { webhookDelivery: delivery, events } = store
  const endpoints = new Map<string, Endpoint>()
  const running = new Set<Promise<void>>()
  let duty: Duty | undefined
  /** Events up to here were seen. */
  let reached = 0
  /** Raised when this node may have missed something, so that no round goes on with what it knew before. */
  let epoch = 0
  /** False only if there was no webhook at the last look, and no change since. */
  let mayHaveEndpoints = true
  /** Counts changes. */
  let heard = 0
  let isClosed = false
  let ticks = 0

  /** A round may end long after its term. Such a round ends nothing of the term that this node has now. */
  const loseDuty = (lost: Duty) => {
    if (duty !== lost) return
    duty = undefined
    epoch += 1
    endpoints.clear()
  }
  const load = async (workspaceId?: string) => {
    const found = new Map((await delivery.listEndpoints(workspaceId)).map((webhook) => [webhook.id, webhook]))
    for (const [id, { webhook }] of endpoints) {
      if (!found.has(id) && (workspaceId === undefined || webhook.workspaceId === workspaceId)) endpoints.delete(id)
    }
    for (const webhook of found.values()) {
      const known = endpoints.get(webhook.id)
      if (known === undefined) endpoints.set(webhook.id, endpointOf(webhook))
      else renew(known, webhook)
    }
  }
  const takeDuty = async () => {
    const before = heard
    const hasEndpoints = await delivery.hasEndpoints()
    // A webhook may have been created since this was read.
    if (heard === before) mayHaveEndpoints = hasEndpoints
    if (!hasEndpoints) return
    const taken = await delivery.takeDuty(options.node)
    if (taken === undefined) return
    reached = await events.findLatest()
    await load()
    duty = taken
  }
  /** Reads where the new events are, and wakes the endpoints that want one of them. */
  const look = async () => {
    for (;;) {
      const places = await events.listPlaces(reached, placesAtOnce)
      const byWorkspace = Map.groupBy(places, ({ workspaceId }) => workspaceId)
      const news = new Map([...byWorkspace].map(([id, own]) => [id, [...new Set(own.map(({ type }) => type))]]))
      for (const [workspaceId, types] of news) {
        if (types.some((type) => type.startsWith("webhook."))) await load(workspaceId)
      }
      for (const endpoint of endpoints.values()) {
        const types = news.get(endpoint.webhook.workspaceId) ?? []
        if (types.some((type) => wants(endpoint, type))) endpoint.hasNews = true
      }
      reached = places.at(-1)?.sequence ?? reached
      if (places.length < placesAtOnce) return
    }
  }
  const run = async (endpoint: Endpoint, held: Duty) => {
    const began = epoch
    const isCurrent = () => endpoints.get(endpoint.webhook.id) === endpoint
    const mayGoOn = () => !isClosed && epoch === began && holdsLease() && isCurrent()
    try {
      while (mayGoOn() && isDue(endpoint, now())) {
        endpoint.hasNews = false
        const end = await runRound({ ...options, duty: held, reached, mayGoOn }, endpoint)
        if (end.type === "duty_lost") return loseDuty(held)
        await follow(endpoint, { end, held })
      }
    } catch (error) {
      endpoint.hasNews = true
      endpoint.restUntil = now() + (restsMs[endpoint.failures] ?? restsMs[3])
      endpoint.failures += 1
      if (!isClosed) report(error)
    } finally {
      endpoint.isRunning = false
    }
  }
  const follow = async (endpoint: Endpoint, { end, held }: { readonly end: RoundEnd; readonly held: Duty }) => {
    const { webhook } = endpoint
    if (end.type === "gone") endpoints.delete(webhook.id)
    if (end.type === "changed") endpoint.hasNews = true
    if (end.type !== "stored") return
    endpoint.lookAt = end.lookAt
    endpoint.failures = 0
    if (end.disables !== undefined) await disable(store, { webhook, reason: end.disables, duty: held, now: now() })
    if (end.disables !== undefined) endpoints.delete(webhook.id)
    if (now() < endpoint.pruneAt) return
    endpoint.pruneAt = now() + pruneEveryMs
    while (!isClosed && (await delivery.prune(webhook.id, now())));
  }
  const wake = () => {
    const held = duty
    if (held === undefined || isClosed || !holdsLease()) return
    for (const endpoint of endpoints.values()) {
      if (endpoint.isRunning || !isDue(endpoint, now())) continue
      endpoint.isRunning = true
      const work = run(endpoint, held).finally(() => running.delete(work))
      running.add(work)
    }
  }
  const proceed = async () => {
    if (isClosed || !holdsLease()) return
    if (duty === undefined) await takeDuty()
    if (duty === undefined) return
    await look()
    wake()
  }
  const looks = oneAtATime(proceed, { report, restMs: () => (endpoints.size === 0 ? tickMs : restMs) })
  const tick = () => {
    ticks += 1
    const isSoon = duty === undefined && mayHaveEndpoints
    if (ticks % (isSoon ? takeEveryTicks : lookEveryTicks) === 0) looks.run()
    wake()
  }
  const timer = setInterval(tick, tickMs)
  timer.unref()
  looks.run()
  return {
    hear(ids) {
      // The lease was lost and regained, or more has changed than can be named.
      if (ids === "all") epoch += 1
      heard += 1
      mayHaveEndpoints = true
      if (duty !== undefined) looks.run()
    },
    hasDuty: () => duty !== undefined && holdsLease(),
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all([...running, looks.underWay()])
    },
  }
}

function isDue({ hasNews, lookAt, restUntil }: Endpoint, now: number): boolean {
  return restUntil <= now && (hasNews || lookAt <= now)
}

interface Pace {
  report(error: unknown): void
  /** How long to wait after a run. */
  restMs(): number
}

/** Calls that come during a run or the rest after it share the next one. */
function oneAtATime(work: () => Promise<void>, { report, restMs }: Pace) {
  let underWay: Promise<void> | undefined
  let rest: Timer | undefined
  let isDueAgain = false
  const end = () => {
    rest = undefined
    if (isDueAgain) run()
  }
  const run = () => {
    isDueAgain = underWay !== undefined || rest !== undefined
    if (isDueAgain) return
    underWay = work()
      .catch(report)
      .finally(() => {
        underWay = undefined
        rest = setTimeout(end, restMs()).unref()
      })
  }
  return { run, underWay: () => underWay }
}

interface Disabling {
  readonly webhook: Endpoint["webhook"]
  readonly reason: "gone" | "failing"
  readonly duty: Duty
  readonly now: number
}

/** The end of an endpoint that refuses everything. Position and waiting deliveries stay. */
async function disable(store: Store, { webhook: { id, workspaceId }, reason, duty, now }: Disabling): Promise<void> {
  const actor = { type: "system", id: "delivery" } as const
  await store.transaction({ workspaceId, actor, requestId: null, now }, async (tx) => {
    if (!(await tx.webhooks.confirmDuty(duty))) return
    const before = await tx.webhooks.find(workspaceId, id)
    if (before === undefined || !before.enabled) return
    const after = { ...before, enabled: false, disabledReason: reason, updatedAt: now }
    await tx.webhooks.update(after)
    await tx.webhooks.changeState(id, (state) => paused(state, now))
    const changes = changesBetween(webhookInEvent(before), webhookInEvent(after))
    // The chain of a deleted workspace has ended.
    const isDeleted = (await findChainOwner(tx.workspaces, workspaceId)) === undefined
    if (changes === undefined || isDeleted) return
    tx.record({ type: "webhook.disabled", workspaceId, resources: [{ type: "webhook", id }], changes })
  })
}
