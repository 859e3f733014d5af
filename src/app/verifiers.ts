import type { Config } from "../config.ts"
import { verifierBounds } from "../contract/verifier.ts"
import type { Page } from "../http/server/routes.ts"
import type { Service } from "../http/service.ts"
import { createVerifierEndpoint, verifierPage } from "../http/verifiers/endpoint.ts"
import { createVerifierRecords } from "../http/verifiers/records.ts"
import { createTurns } from "../http/verifiers/turns.ts"
import { createUsedRows } from "../http/verifiers/used-rows.ts"
import type { VerifierParts } from "../http/verifiers/verifier-parts.ts"
import { createTickets } from "../secrets/tickets.ts"
import type { LentLeases } from "../storage/lent-leases.ts"
import type { CachedReads } from "../storage/port/cached-reads.ts"
import type { Concerned, Propagated } from "../storage/port/propagation.ts"
import { createHub, type Hub } from "../verifiers/hub.ts"
import type { Platform } from "./platform.ts"

/** Monotonic: it continues while the process is paused, and cannot be set. */
const clock = () => performance.now()

/** The hub exists even if no verifier may attach, because the memory of records tells it every change. */
export function startHub({ verifiers }: Config, leases: LentLeases, { wrapHub }: Pick<Platform, "wrapHub">): Hub {
  const hub = createHub({ maxVerifiers: verifiers, clock, mayLend: leases.mark })
  return wrapHub?.(hub) ?? hub
}

interface Memory {
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
}

/** One memory: a change makes records stale here and at verifiers in the same step. */
export function withVerifiers(memory: Memory, hub: Memory): Memory {
  return {
    invalidate(ids) {
      memory.invalidate(ids)
      hub.invalidate(ids)
    },
    invalidateAll() {
      memory.invalidateAll()
      hub.invalidateAll()
    },
  }
}

/** A change is answered only when no verifier can decide by the state before it. */
export function waitingForVerifiers(
  waitUntilPropagated: (workspaces: Concerned) => Promise<Propagated>,
  hub: Pick<Hub, "whenSettled">,
  leases: Pick<LentLeases, "untilOver">,
): (workspaces: Concerned) => Promise<Propagated> {
  return async (workspaces) => {
    const settled = hub.whenSettled(workspaces)
    const over = leases.untilOver()
    if (settled === undefined && over === undefined) return waitUntilPropagated(workspaces)
    const startedAt = clock()
    const [propagated] = await Promise.all([waitUntilPropagated(workspaces), settled, over])
    return { ...propagated, durationMs: clock() - startedAt }
  }
}

interface EndpointOptions {
  readonly service: Service
  readonly hub: Hub
  readonly reads: CachedReads
  readonly installationSecret: Uint8Array
  lendableMs(): number
  wrapVerifiers(parts: VerifierParts): VerifierParts
}

/** The endpoint of verifiers, unless the operator has turned it off. */
export function verifierEndpoint({ verifiers }: Config, options: EndpointOptions) {
  if (verifiers === 0) return { sockets: undefined, pages: [] as readonly Page[] }
  const { service, hub, reads, installationSecret, lendableMs, wrapVerifiers } = options
  const tickets = createTickets(installationSecret)
  const parts: VerifierParts = {
    service,
    hub,
    records: createVerifierRecords({ reads, tickets, operatorKeyHash: service.operatorKeyHash }),
    usedRows: createUsedRows(service, tickets),
    turns: createTurns({ clock }),
    nodeId: service.nodes.id,
    bounds: verifierBounds,
    lendableMs,
    clock,
  }
  return { sockets: createVerifierEndpoint(wrapVerifiers(parts)), pages: [verifierPage] }
}
