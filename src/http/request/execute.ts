import { found } from "../../contract/errors.ts"
import type { Page } from "../../contract/pagination.ts"
import { installationChain } from "../../core/event-chain.ts"
import { findChainOwner } from "../../core/installation.ts"
import type { Workspace } from "../../core/model.ts"
import { pauseShortly } from "../../core/pauses.ts"
import type { Caller, MemoryContext } from "../../operations/context.ts"
import type { Mutation, Operation, Query, Slice, SlicedMutation, SlicesDone } from "../../operations/operation.ts"
import { actorOf } from "../../operations/shared/transact.ts"
import { disableAfterQuotaRefusal } from "../../operations/shared/workspaces/disable-workspace.ts"
import type { Propagated } from "../../storage/port/propagation.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { Service } from "../service.ts"
import { openStream } from "../stream/open-stream.ts"
import { confirmCaller } from "./authenticate.ts"
import { authorityOf } from "./authorize.ts"
import { type Claim, claimIdempotencyKey, type FirstClaim } from "./idempotency.ts"
import { cursorPurpose, type PreparedContext, type ReceivedRequest } from "./prepare.ts"
import { refuseIfDisconnected } from "./refuse-if-disconnected.ts"
import type { RequestContext } from "./request-context.ts"
import { requestTransactions } from "./request-transactions.ts"
import { dataResponse, type ResponseParts, type StreamedParts, successResponse } from "./response.ts"
import { addHeaders, type WithHeaders } from "./response-headers.ts"
import { recordRights } from "./rights.ts"

/**
 * Steps 7 to 10 of docs/contract.md#41-order, in a place of the caller. The body has arrived, so slow senders take no
 * place. A request that waits for another server takes none either: its operation limits those.
 */
export async function execute(service: Service, context: PreparedContext): Promise<ResponseParts | StreamedParts> {
  const { operation, placeHolder } = context
  if (operation.waitsOutside) return run(service, context)
  service.admission.begin(placeHolder)
  try {
    return await run(service, context)
  } finally {
    service.admission.end(placeHolder)
  }
}

async function run(service: Service, context: PreparedContext): Promise<ResponseParts | StreamedParts> {
  const { operation } = context
  if (operation.kind === "stream") return openStream(service, context, operation)
  if (operation.kind === "mutation") return executeMutation(service, context, operation)
  const located = needsWorkspace(context) ? await inWorkspace(context, service.store) : context
  try {
    // Consumptions do not call `grant`: they report a key that the caller may not verify as not found.
    const result = await (operation.kind === "consumption" ? operation.run(located) : query(located, operation))
    return successResponse(context.requestId, fieldsOf(service, context, result))
  } catch (error) {
    await disableAfterQuotaRefusal({ ...located, onPropagated: timingIn(context) }, error)
    throw error
  }
}

async function query(context: PreparedContext, operation: Query): Promise<unknown> {
  const rights = recordRights(operation, context.authority.require)
  const result = await operation.run({ ...context, ...rights })
  // An API key and a user without a workspace read only themselves, which needs no permission.
  if (["root_key", "user", "portal"].includes(context.caller.type)) rights.requireGranted()
  return result
}

/** Runs a consumption without waiting. Returns undefined if memory is not enough and `execute` must run it. */
export function executeFromMemory(
  service: Service,
  context: RequestContext,
  received: ReceivedRequest,
): ResponseParts | undefined {
  const { operation } = received.target
  if (operation.kind !== "consumption" || service.fromMemory === undefined) return undefined
  const inMemory = memoryContext(service, context, received)
  const data = inMemory && operation.runFromMemory?.(inMemory, service.fromMemory)
  return data && dataResponse(context.requestId, data)
}

/** Undefined for operators, which have no workspace. */
export function memoryContext<Input>(
  { vault, operatorKeyHash, usage, verificationLog }: Service,
  { requestId, now, notes }: RequestContext,
  { authenticated: { workspace, authority }, input }: ReceivedRequest & { readonly input: Input },
): MemoryContext<Input> | undefined {
  if (workspace === undefined) return undefined
  const { mayVerify, mayLimit } = authority
  return {
    input,
    workspace,
    requestId,
    now,
    notes,
    mayVerify,
    mayLimit,
    vault,
    operatorKeyHash,
    usage,
    verificationLog,
  }
}

async function executeMutation(
  service: Service,
  context: PreparedContext,
  operation: Mutation | SlicedMutation,
): Promise<ResponseParts> {
  const { requestId, authority, idempotencyKey } = context
  // Bun now reads what the connection has brought with this request, and closes it if that is another request.
  await pauseShortly()
  const claim = idempotencyKey === undefined ? undefined : await claimFor(service, context, idempotencyKey)
  if (claim?.type === "replay") {
    authority.require(...claim.required)
    return successResponse(requestId, claim.data, { "Idempotency-Replayed": "true" })
  }
  try {
    const fields = await ("runSlice" in operation
      ? mutateInSlices(service, context, { operation, claim })
      : mutate(service, context, { operation, claim }))
    return successResponse(requestId, fields)
  } catch (error) {
    // After an error, the client may use the Idempotency-Key again.
    await claim?.release().catch(() => {})
    await disableAfterQuotaRefusal({ ...context, onPropagated: timingIn(context) }, error)
    throw error
  }
}

function claimFor(service: Service, context: PreparedContext, idempotencyKey: string): Promise<Claim> {
  const { operation, body, workspace, caller, now } = context
  const scope = scopeOf(caller, workspace)
  const workspaceId = isOfInstallation(operation) ? undefined : context.targetWorkspaceId
  const call = { scope, workspaceId, operation: operation.name, idempotencyKey, body, now }
  return claimIdempotencyKey(service, { ...call, onPropagated: timingIn(context) })
}

/** Within a workspace, sessions of the portal belong to different customers. */
function scopeOf(caller: Caller, workspace: Workspace | undefined): string {
  if (caller.type === "portal") return caller.session.id
  return workspace?.id ?? (caller.type === "user" ? caller.user.id : "operator")
}

interface Claimed<AnyMutation> {
  readonly operation: AnyMutation
  readonly claim: FirstClaim | undefined
}

async function mutate(service: Service, context: PreparedContext, call: Claimed<Mutation>): Promise<string> {
  const { operation, claim } = call
  const prepared = operation.prepare && (await operation.prepare(context))
  const isLong = operation.isLong === true
  const scope = { ...transactionScope(context), isLong, preparesFirst: isLong }
  return requestTransactions(service.store, context).transaction(scope, async (tx) => {
    const { confirmed, rights } = await confirmIn(tx, context)
    const fields = fieldsOf(service, context, await operation.run(confirmed, prepared))
    rights.requireGranted()
    if (claim !== undefined) await claim.keep(tx, fields, rights.required)
    if (isLong) await tx.acquireWriteLock()
    refuseIfDisconnected(context)
    return fields
  })
}

/** Each slice commits with its events and its progress. The last slice commits with the response. */
async function mutateInSlices(
  service: Service,
  context: PreparedContext,
  call: Claimed<SlicedMutation>,
): Promise<string> {
  const { operation, claim } = call
  let done = await finishedSlices(context, call)
  for (;;) {
    const slice = await service.store.transaction({ ...transactionScope(context), isLong: true }, async (tx) => {
      const { confirmed, rights } = await confirmIn(tx, context)
      const ran = await operation.runSlice(confirmed, done)
      rights.requireGranted()
      // After the first commit the request runs to its end, so that no import stops halfway.
      if (done.type === "planned") refuseIfDisconnected(context)
      if (ran.type === "more") {
        await claim?.advance(tx, ran.progress)
        return ran
      }
      const fields = fieldsOf(service, context, withCursor(service, operation, ran))
      await claim?.keep(tx, fields, rights.required)
      return { type: "last", fields } as const
    })
    if (slice.type === "last") return slice.fields
    done = { type: "begun", progress: slice.progress }
  }
}

/** Adds a cursor if the call has left objects for the next one. */
function withCursor({ cursors }: Service, { name }: Operation, { result, next }: LastSlice): unknown {
  return next === undefined ? result : { ...Object(result), cursor: cursors.seal(name, next) }
}

type LastSlice = Extract<Slice<unknown, unknown>, { readonly type: "last" }>

async function finishedSlices(
  context: PreparedContext,
  { operation, claim }: Claimed<SlicedMutation>,
): Promise<SlicesDone<unknown, unknown>> {
  const progress = claim?.progress
  if (progress !== undefined) return { type: "begun", progress }
  const located = needsWorkspace(context) ? await inWorkspace(context, context.store) : context
  return { type: "planned", plan: await operation.plan(located) }
}

/** Checks the caller again inside the transaction, because it may have lost its rights after authentication. */
async function confirmIn(tx: Transaction, context: PreparedContext) {
  const { operation } = context
  const { caller, workspace: own } = await confirmCaller(tx, context)
  const authority = authorityOf(caller, context.now)
  authority.rejectIfNeverAllowed(operation)
  const rights = recordRights(operation, authority.require)
  const isOfInstallation = operation.scope === "installation"
  // A caller that belongs to a workspace acts on no other.
  const workspace = isOfInstallation ? undefined : (own ?? (await requireWorkspace(tx, context)))
  const { mayVerify, mayLimit, holds } = authority
  return { confirmed: { ...context, ...rights, mayVerify, mayLimit, holds, authority, caller, workspace, tx }, rights }
}

/** Adds a response header with the time that the change took to reach every node, and the number of nodes. */
function timingIn(context: WithHeaders) {
  return ({ durationMs, nodes }: Propagated) => {
    const description = nodes === undefined ? "" : `;nodes=${nodes};desc="${nodes} ${nodes === 1 ? "node" : "nodes"}"`
    addHeaders(context, { "Server-Timing": `propagation;dur=${durationMs.toFixed(1)}${description}` })
  }
}

function transactionScope(context: PreparedContext) {
  const { operation, caller, targetWorkspaceId, requestId, now } = context
  const workspaceId = isOfInstallation(operation) ? installationChain : targetWorkspaceId
  return { workspaceId, actor: actorOf(caller), requestId, now, onPropagated: timingIn(context) }
}

/** Whether its events are in the chain of the installation. */
function isOfInstallation(operation: PreparedContext["operation"]): boolean {
  return "chain" in operation && operation.chain === "installation"
}

interface Workspaces {
  readonly workspaces: { find(id: string): Promise<Workspace | undefined> }
}

/** Authentication finds the workspace of all callers but operators. */
function needsWorkspace({ operation, workspace }: PreparedContext): boolean {
  return workspace === undefined && operation.scope !== "installation"
}

/** Adds the workspace that an operator names. */
async function inWorkspace(context: PreparedContext, reads: Workspaces): Promise<PreparedContext> {
  return { ...context, workspace: await requireWorkspace(reads, context) }
}

async function requireWorkspace(
  { workspaces }: Workspaces,
  { operation, targetWorkspaceId = "" }: Pick<PreparedContext, "operation" | "targetWorkspaceId">,
): Promise<Workspace> {
  const named = operation.takesInstallation
    ? await findChainOwner(workspaces, targetWorkspaceId)
    : await workspaces.find(targetWorkspaceId)
  return found(named, "data/workspace_not_found")
}

/** The fields of the envelope after `meta`, as JSON. A string result is JSON already (see WrittenJson). */
function fieldsOf(service: Service, context: PreparedContext, result: unknown): string {
  const { operation } = context
  if (typeof result === "string") return `"data":${result}`
  if (!operation.paged) return `"data":${JSON.stringify(result)}`
  const { objects, next, matches } = result as Page<unknown>
  const position =
    next === undefined
      ? { hasMore: false }
      : { cursor: service.cursors.seal(cursorPurpose(context), next), hasMore: true }
  const pagination = { ...position, ...matches }
  return `"data":[${objects.join(",")}],"pagination":${JSON.stringify(pagination)}`
}
