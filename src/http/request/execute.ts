import { found } from "../../contract/errors.ts"
import type { Page } from "../../contract/pagination.ts"
import type { Workspace } from "../../core/model.ts"
import type { Context, Mutation, Operation, SlicedMutation, SlicesDone } from "../../operations/operation.ts"
import { disableForQuota } from "../../operations/shared/disable-workspace.ts"
import { actorOf } from "../../operations/shared/transact.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { Service } from "../service.ts"
import { type Authenticated, confirmCaller } from "./authenticate.ts"
import { authorityOf } from "./authorize.ts"
import { refuseHungUp } from "./hung-up.ts"
import { type Claim, claimIdempotencyKey, type FirstClaim } from "./idempotency.ts"
import type { Exchange } from "./request-context.ts"
import { type Answer, dataAnswer, faultOf, successAnswer } from "./response.ts"
import { addHeaders } from "./response-headers.ts"
import { recordRights } from "./rights.ts"

/** A request that has passed the steps before execution, with all that its operation needs, in one object. */
export interface Prepared extends Omit<Authenticated, "budget">, Omit<Context<unknown>, "caller" | "workspace"> {
  readonly operation: Operation
  readonly body: unknown
  readonly workspaceId: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Steps 7 to 10 of the pipeline. */
export async function execute(service: Service, exchange: Exchange, prepared: Prepared): Promise<Answer> {
  const { operation } = prepared
  if (operation.kind === "mutation") return executeMutation(service, exchange, { ...prepared, operation })
  const isWorkspaceNamed = prepared.workspace === undefined && operation.scope !== "installation"
  const workspace = isWorkspaceNamed ? await requireWorkspace(service.store, prepared.workspaceId) : prepared.workspace
  try {
    const result = await operation.run(asContext({ ...prepared, workspace }))
    return successAnswer(exchange.requestId, membersOf(service, operation, result))
  } catch (error) {
    // The quota that refused was that of the workspace as it was found here, and so is what it asks for.
    if (workspace?.limits.onExceeded !== "disable") throw error
    throw await afterQuota(service, exchange, { ...prepared, workspace }, error)
  }
}

/** The same without waiting, where the operation needs nothing but memory; undefined where `execute` has to run it. */
export function executeFromMemory({ fromMemory }: Service, exchange: Exchange, prepared: Prepared): Answer | undefined {
  const { operation, workspace } = prepared
  if (operation.kind !== "consumption" || fromMemory === undefined || workspace === undefined) return undefined
  const data = operation.runFromMemory?.(asContext(prepared), fromMemory)
  return data && dataAnswer(exchange.requestId, data)
}

type PreparedMutation = Prepared & { readonly operation: Mutation | SlicedMutation }

async function executeMutation(service: Service, exchange: Exchange, prepared: PreparedMutation): Promise<Answer> {
  const claim = await claimFor(service, exchange, prepared)
  if (claim?.type === "replay") {
    prepared.authority.require(...claim.required)
    return successAnswer(exchange.requestId, claim.data, { "Idempotency-Replayed": "true" })
  }
  try {
    const { operation } = prepared
    const data =
      "runSlice" in operation
        ? await mutateInSlices(service, exchange, { ...prepared, operation, claim })
        : await service.store.transaction(scopeOf(exchange, prepared), (tx) =>
            mutate(service, exchange, { ...prepared, operation, tx, claim }),
          )
    return successAnswer(exchange.requestId, data)
  } catch (error) {
    // An error leaves the key unused.
    await claim?.release().catch(() => {})
    throw await afterQuota(service, exchange, prepared, error)
  }
}

async function claimFor(service: Service, exchange: Exchange, prepared: Prepared): Promise<Claim | undefined> {
  const { idempotencyKey, operation, body, workspace } = prepared
  if (idempotencyKey === undefined) return undefined
  const scope = workspace?.id ?? "operator"
  const call = { scope, operation: operation.name, idempotencyKey, body, now: exchange.now }
  return claimIdempotencyKey(service, { ...call, onPropagated: timingIn(exchange) })
}

interface Mutating extends Prepared {
  readonly operation: Mutation
  readonly tx: Transaction
  readonly claim: FirstClaim | undefined
}

async function mutate(service: Service, exchange: Exchange, mutating: Mutating): Promise<string> {
  const { operation, tx, claim } = mutating
  const { context, rights } = await confirmedIn(tx, exchange, mutating)
  const data = membersOf(service, operation, await operation.run(context))
  rights.requireGranted()
  await claim?.keep(tx, data, rights.required)
  refuseHungUp(exchange)
  return data
}

interface Slicing extends Prepared {
  readonly operation: SlicedMutation
  readonly claim: FirstClaim | undefined
}

/** Each slice commits with its events and with how far the request has come; the last one with the response. */
async function mutateInSlices(service: Service, exchange: Exchange, slicing: Slicing): Promise<string> {
  const { operation, claim } = slicing
  let done = await whatIsDone(service, slicing)
  for (;;) {
    const slice = await service.store.transaction(scopeOf(exchange, slicing), async (tx) => {
      const { context, rights } = await confirmedIn(tx, exchange, slicing)
      const ran = await operation.runSlice(context, done)
      rights.requireGranted()
      // Once a slice is stored the rest follows: half of an import helps nobody.
      if (done.type === "planned") refuseHungUp(exchange)
      if (ran.type === "more") {
        await claim?.advance(tx, ran.progress)
        return ran
      }
      const data = membersOf(service, operation, ran.result)
      await claim?.keep(tx, data, rights.required)
      return { type: "last", data } as const
    })
    if (slice.type === "last") return slice.data
    done = { type: "begun", progress: slice.progress }
  }
}

async function whatIsDone(
  { store }: Service,
  { operation, claim, ...prepared }: Slicing,
): Promise<SlicesDone<unknown, unknown>> {
  if (claim?.progress !== undefined) return { type: "begun", progress: claim.progress }
  const workspace = prepared.workspace ?? (await requireWorkspace(store, prepared.workspaceId))
  return { type: "planned", plan: await operation.plan(asContext({ ...prepared, operation, workspace })) }
}

/** Inside a transaction the caller is looked at once more: it may have lost its rights meanwhile. */
async function confirmedIn(tx: Transaction, exchange: Exchange, prepared: Prepared) {
  const { operation } = prepared
  const caller = await confirmCaller(tx, prepared, exchange.now)
  const authority = authorityOf(caller)
  authority.rejectIfNeverAllowed(operation)
  const rights = recordRights(operation, authority.require)
  const workspace = operation.scope === "installation" ? undefined : await requireWorkspace(tx, prepared.workspaceId)
  // All that the authority of before could do is replaced by what this one can.
  const context = asContext({ ...prepared, ...authority, ...rights, authority, caller, workspace })
  return { context: { ...context, tx }, rights }
}

/** With `onExceeded: "disable"` a refusal by quota disables the workspace, although the call itself fails. */
async function afterQuota(service: Service, exchange: Exchange, { workspace }: Prepared, error: unknown) {
  if (workspace === undefined || faultOf(error).code !== "limits/quota_exceeded") return error
  const actor = { type: "system", id: "quota" } as const
  const { now } = exchange
  const scope = { workspaceId: workspace.id, actor, requestId: null, now, onPropagated: timingIn(exchange) }
  await service.store.transaction(scope, (tx) => disableForQuota(tx, workspace.id, now))
  return error
}

/** Shows in the response how long a change took to reach every node. */
function timingIn(exchange: Exchange) {
  return (durationMs: number) => addHeaders(exchange, { "Server-Timing": `propagation;dur=${durationMs.toFixed(1)}` })
}

/** Operations of a workspace have it by now; those of the installation are typed without one, and may be given any. */
function asContext(prepared: Prepared): Context<unknown> {
  return prepared as Prepared & { readonly workspace: Workspace }
}

function scopeOf(exchange: Exchange, { caller, workspaceId }: Prepared) {
  const { requestId, now } = exchange
  return { workspaceId, actor: actorOf(caller), requestId, now, onPropagated: timingIn(exchange) }
}

async function requireWorkspace(
  reads: { readonly workspaces: { find(id: string): Promise<Workspace | undefined> } },
  workspaceId: string | undefined,
): Promise<Workspace> {
  return found(await reads.workspaces.find(workspaceId ?? ""), "data/workspace_not_found")
}

/** The members of the envelope after `meta`, as JSON; a text is what the operation has written itself, see WrittenJson. */
function membersOf(service: Service, operation: Operation, result: unknown): string {
  if (typeof result === "string") return `"data":${result}`
  if (!operation.paged) return `"data":${JSON.stringify(result)}`
  const { objects, next } = result as Page<unknown>
  const pagination =
    next === undefined ? { hasMore: false } : { cursor: service.cursors.seal(operation.name, next), hasMore: true }
  return `"data":[${objects.join(",")}],"pagination":${JSON.stringify(pagination)}`
}
