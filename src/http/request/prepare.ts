import { fault, invalidInput } from "../../contract/errors.ts"
import { notACursor } from "../../contract/pagination.ts"
import { isIdShaped } from "../../core/id-shape.ts"
import type { Caller, RunContext } from "../../operations/context.ts"
import { isRepeatable, type Operation } from "../../operations/operation.ts"
import type { OperationTarget } from "../server/routes.ts"
import type { Service } from "../service.ts"
import type { Authenticated } from "./authenticate.ts"
import { browserOf } from "./browser.ts"
import { idempotencyKeyOf } from "./idempotency.ts"
import type { Place } from "./input.ts"
import type { RequestContext } from "./request-context.ts"

/** A request that is ready to execute. */
export interface PreparedContext extends RequestContext, Authenticated, Omit<RunContext, keyof Authenticated> {
  readonly operation: Operation
  readonly body: unknown
  /** Not checked yet: the workspace that an operator names may not exist. */
  readonly targetWorkspaceId: string | undefined
  readonly idempotencyKey: string | undefined
}

/** A request whose caller and input are known. */
export interface ReceivedRequest {
  readonly authenticated: Authenticated
  readonly target: OperationTarget
  readonly body: unknown
  /** The body after validation, with defaults. */
  readonly input: unknown
}

/** Finishes step 5 of the pipeline, and adds to the context everything that `run` needs. */
export function prepare(
  service: Service,
  context: RequestContext,
  { authenticated, target, body, input }: ReceivedRequest,
): PreparedContext {
  const { operation, takes } = target
  const { store, limiter, vault, operatorKeyHash, mint, usage, usageDays, verificationLog } = service
  const { passwords, passkeys, oidc, nodes, webhooks, testDeliveries, balanceWatch } = service
  const { request } = context
  const { caller, workspace, authority } = authenticated
  const { mayVerify, mayLimit, holds } = authority
  const { grant, grantAlso, grantNothing, delegate } = authority.rightsIn(operation)
  const idempotencyKey = isRepeatable(operation) ? idempotencyKeyOf(request.headers) : undefined
  const after = positionIn(service, { operation, caller }, { input, takes })
  if (caller.type === "operator") refuseIncomplete(operation, input)
  const targetWorkspaceId = targetWorkspace(operation, authenticated, input)
  if (workspace === undefined) context.workspaceId = namedWorkspace(targetWorkspaceId)
  return {
    ...context,
    ...authenticated,
    operation,
    body,
    input,
    targetWorkspaceId,
    idempotencyKey,
    after,
    mayVerify,
    mayLimit,
    holds,
    grant,
    grantAlso,
    grantNothing,
    delegate,
    requester: request,
    store,
    counters: limiter.countersFor(context),
    vault,
    operatorKeyHash,
    mint,
    usage,
    usageDays,
    verificationLog,
    passwords,
    webhooks,
    testDeliveries,
    balanceWatch,
    nodes,
    passkeys,
    oidc,
    browser: () => browserOf(service, context),
  }
}

/** The workspace id for the log. Other text is left out, because it could be a key. */
function namedWorkspace(workspaceId: string | undefined): string | undefined {
  return workspaceId !== undefined && isIdShaped("ws", workspaceId) ? workspaceId : undefined
}

/** An operator has no workspace, so these fields have no default. */
function refuseIncomplete({ scope, requiredOfOperators = [] }: Operation, input: unknown): void {
  const required = scope === "installation" ? requiredOfOperators : ["workspaceId", ...requiredOfOperators]
  const missing = required.filter((field) => textIn(input, field) === undefined)
  if (missing.length === 0) return
  throw invalidInput(
    ...missing.map((field) => ({ location: `body.${field}`, message: "is required with an operator key" })),
  )
}

/** Keys act only on their own workspace. Operators act on the workspace that the request names. */
function targetWorkspace(
  operation: Operation,
  { workspace }: Pick<Authenticated, "workspace">,
  input: unknown,
): string | undefined {
  if (operation.scope === "installation") return workspace?.id
  const named = textIn(input, "workspaceId")
  if (workspace === undefined) return named
  if (named !== undefined && named !== workspace.id) throw fault("data/workspace_not_found")
  return workspace.id
}

interface Listing {
  readonly operation: Operation
  readonly caller: Caller
}

/** A cursor works for the list that it came from. Customers have lists of their own. */
export function cursorPurpose({ operation: { name }, caller }: Listing): string {
  return caller.type === "portal" ? `${name} ${caller.identity.id}` : name
}

function positionIn(
  service: Service,
  listing: Listing,
  { input, takes: place }: { readonly input: unknown; readonly takes: Place },
): string | undefined {
  const { operation } = listing
  const isPaged = operation.paged || "runSlice" in operation
  const isFollowed = operation.kind === "query" && operation.isFollowedByCursor === true
  const fields = isFollowed ? ["cursor", "after"] : ["cursor"]
  const field = fields.find((name) => isPaged && textIn(input, name))
  const cursor = field === undefined ? undefined : textIn(input, field)
  if (cursor === undefined) return undefined
  const position = service.cursors.open(cursorPurpose(listing), cursor)
  if (position !== undefined) return position
  throw invalidInput({ location: `${place}.${field}`, message: notACursor })
}

function textIn(input: unknown, field: string): string | undefined {
  if (typeof input !== "object" || input === null) return undefined
  const value: unknown = Reflect.get(input, field)
  return typeof value === "string" ? value : undefined
}
