import { fault } from "../../contract/errors.ts"
import type { LimitRequest } from "../../contract/ratelimit.ts"
import { type Awaitable, allKnown, whenKnown } from "../../core/awaitable.ts"
import { isIdShaped } from "../../core/ids.ts"
import type { Namespace } from "../../core/model.ts"
import { presentNamespace } from "../../core/wire.ts"
import type { Reads, Transaction } from "../../storage/port/store.ts"
import type { Context } from "../operation.ts"
import { findNamespace } from "./find-namespace.ts"

/** A namespace that requests name. A new one has its id already, so that its counters can be named. */
export interface Target {
  readonly state: "live" | "gone" | "new"
  readonly namespace: Namespace
}

/** A request and its namespace; requests that name it alike share one target. */
export interface Aimed {
  readonly request: LimitRequest
  readonly target: Target
}

type Where = Pick<Context<unknown>, "workspace" | "mint" | "now">

export function findTargets(
  where: Where,
  reads: Reads,
  requests: readonly LimitRequest[],
): Awaitable<readonly Aimed[]> {
  const targets = new Map<string, Awaitable<Target>>()
  const aim = (request: LimitRequest): Awaitable<Aimed> => {
    const finding = targets.get(request.namespace) ?? findTarget(where, reads, request.namespace)
    targets.set(request.namespace, finding)
    return whenKnown(finding, (target) => ({ request, target }))
  }
  return allKnown(requests.map(aim))
}

function findTarget(where: Where, reads: Reads, reference: string): Awaitable<Target> {
  return whenKnown(findNamespace(reads, where.workspace.id, reference), (live) =>
    live === undefined ? findAbsent(where, reads, reference) : { state: "live", namespace: live },
  )
}

async function findAbsent({ workspace, mint, now }: Where, reads: Reads, reference: string): Promise<Target> {
  const gone = await reads.namespaces.findGone(workspace.id, reference)
  if (gone !== undefined) return { state: "gone", namespace: gone }
  if (isIdShaped("rlns", reference)) throw fault("data/ratelimit_namespace_not_found")
  return { state: "new", namespace: { id: mint.id("rlns"), name: reference, createdAt: now } }
}

export function permissionsFor({ state, namespace }: Target): string[] {
  if (state === "new") return ["ratelimit.*.limit", "ratelimit.*.create_namespace"]
  return [`ratelimit.${namespace.id}.limit`]
}

export function refuseGone(aimed: readonly Aimed[]): void {
  if (aimed.some(({ target }) => target.state === "gone")) throw fault("data/ratelimit_namespace_gone")
}

export async function createNew(tx: Transaction, workspaceId: string, aimed: readonly Aimed[]): Promise<void> {
  for (const { state, namespace } of new Set(aimed.map(({ target }) => target))) {
    if (state !== "new") continue
    await tx.namespaces.insert(workspaceId, namespace)
    tx.record({
      type: "ratelimit_namespace.created",
      workspaceId,
      resources: [{ type: "ratelimit_namespace", id: namespace.id }],
      changes: { before: null, after: presentNamespace(namespace) },
    })
  }
}
