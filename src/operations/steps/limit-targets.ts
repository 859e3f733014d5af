import { fault } from "../../contract/errors.ts"
import type { LimitRequest } from "../../contract/ratelimit.ts"
import { isIdShaped } from "../../core/ids.ts"
import type { Namespace } from "../../core/model.ts"
import { presentNamespace } from "../../core/present.ts"
import type { Reads, Transaction } from "../../storage/store.ts"
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

export async function findTargets(where: Where, reads: Reads, requests: readonly LimitRequest[]): Promise<Aimed[]> {
  const targets = new Map<string, Promise<Target>>()
  const aim = async (request: LimitRequest): Promise<Aimed> => {
    const target = targets.get(request.namespace) ?? findTarget(where, reads, request.namespace)
    targets.set(request.namespace, target)
    return { request, target: await target }
  }
  return Promise.all(requests.map(aim))
}

async function findTarget({ workspace, mint, now }: Where, reads: Reads, reference: string): Promise<Target> {
  const live = await findNamespace(reads, workspace.id, reference)
  if (live !== undefined) return { state: "live", namespace: live }
  const gone = await reads.namespaces.findGone(workspace.id, reference)
  if (gone !== undefined) return { state: "gone", namespace: gone }
  if (isIdShaped("rlns", reference)) throw fault("data/ratelimit_namespace_not_found")
  return { state: "new", namespace: { id: mint.id("rlns"), name: reference, createdAt: now } }
}

export function permissionsFor({ state, namespace }: Target): string[] {
  if (state === "new") return ["ratelimit.*.limit", "ratelimit.*.create_namespace"]
  return [`ratelimit.${namespace.id}.limit`]
}

export function refuseGone(targets: ReadonlySet<Target>): void {
  if ([...targets].some(({ state }) => state === "gone")) throw fault("data/ratelimit_namespace_gone")
}

export async function createNew(tx: Transaction, workspaceId: string, targets: ReadonlySet<Target>): Promise<void> {
  for (const { state, namespace } of targets) {
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
