import { fault } from "../../../contract/errors.ts"
import type { LimitRequest } from "../../../contract/ratelimit.ts"
import { isIdShaped } from "../../../core/id-shape.ts"
import type { Namespace } from "../../../core/model.ts"
import { created } from "../../../core/object-events.ts"
import { toWireNamespace } from "../../../core/wire.ts"
import type { Reads, Transaction } from "../../../storage/port/store.ts"
import type { Context } from "../../context.ts"
import { findNamespace } from "./find-namespace.ts"

/** The namespace of a request. A new namespace already has an id, because its counters need it. */
export interface ResolvedNamespace {
  readonly state: "live" | "gone" | "new"
  readonly namespace: Namespace
}

/** A request and its namespace. Requests with the same reference share one lookup. */
export interface NamespacedRequest {
  readonly request: LimitRequest
  readonly resolved: ResolvedNamespace
}

type NamespaceContext = Pick<Context<unknown>, "workspace" | "mint" | "now">

export async function resolveNamespaces(
  context: NamespaceContext,
  reads: Reads,
  requests: readonly LimitRequest[],
): Promise<readonly NamespacedRequest[]> {
  const byReference = new Map<string, Promise<ResolvedNamespace>>()
  const namespaced = requests.map(async (request) => {
    const resolving = byReference.get(request.namespace) ?? resolveNamespace(context, reads, request.namespace)
    byReference.set(request.namespace, resolving)
    return { request, resolved: await resolving }
  })
  return Promise.all(namespaced)
}

async function resolveNamespace(
  context: NamespaceContext,
  reads: Reads,
  reference: string,
): Promise<ResolvedNamespace> {
  const live = await findNamespace(reads, context.workspace.id, reference)
  return live === undefined ? findAbsent(context, reads, reference) : { state: "live", namespace: live }
}

async function findAbsent(
  { workspace, mint, now }: NamespaceContext,
  reads: Reads,
  reference: string,
): Promise<ResolvedNamespace> {
  const gone = await reads.namespaces.findDeleted(workspace.id, reference)
  if (gone !== undefined) return { state: "gone", namespace: gone }
  if (isIdShaped("rlns", reference)) throw fault("data/ratelimit_namespace_not_found")
  return { state: "new", namespace: { id: mint.id("rlns"), name: reference, createdAt: now } }
}

const namespaceCreation = "ratelimit.*.create_namespace"

/** Permissions that a request with a new namespace needs. */
export const neededForNew = ["ratelimit.*.limit", namespaceCreation]

/** A new namespace needs the permission for `*`, because no permission can name its id yet. */
export function grantLimits({ grant }: Pick<Context<unknown>, "grant">, requests: readonly NamespacedRequest[]): void {
  const namespaceIds = requests.map(({ resolved: { state, namespace } }) => (state === "new" ? "*" : namespace.id))
  const isAnyNew = requests.some(({ resolved }) => resolved.state === "new")
  grant({ namespaceId: [...new Set(namespaceIds)] }, ...(isAnyNew ? [namespaceCreation] : []))
}

export function refuseGone(requests: readonly NamespacedRequest[]): void {
  if (requests.some(({ resolved }) => resolved.state === "gone")) throw fault("data/ratelimit_namespace_gone")
}

export async function createNew(
  tx: Transaction,
  workspaceId: string,
  requests: readonly NamespacedRequest[],
): Promise<void> {
  for (const { state, namespace } of new Set(requests.map(({ resolved }) => resolved))) {
    if (state !== "new") continue
    await tx.namespaces.insert(workspaceId, namespace)
    tx.record({ ...created("ratelimit_namespace", namespace.id, toWireNamespace(namespace)), workspaceId })
  }
}
