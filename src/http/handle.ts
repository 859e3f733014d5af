import { fault, found, invalidInput } from "../contract/errors.ts"
import type { Actor, Workspace } from "../core/model.ts"
import type { Context, Mutation, Operation } from "../operations/operation.ts"
import { disableForQuota } from "../operations/steps/disable-workspace.ts"
import { type Answer, errorAnswer, faultOf, successAnswer } from "./answer.ts"
import { type Authenticated, authenticate } from "./authenticate.ts"
import { type Authority, authorityOf, refuseHopelessCaller } from "./authorize.ts"
import { clientAddress } from "./client-address.ts"
import { claimIdempotencyKey, idempotencyKeyOf } from "./idempotency.ts"
import { unknownOperation } from "./metrics.ts"
import { type Place, parseInput } from "./parse-input.ts"
import { queryInput } from "./query-input.ts"
import { readJsonBody } from "./read-body.ts"
import type { Routes } from "./routes.ts"
import type { Handler } from "./server.ts"
import type { Service } from "./service.ts"
import { evaluateRequestLimit } from "./workspace-limit.ts"

/** The whole request path, once for all operations: the steps of section 4.1 of the contract, in their order. */
export function createHandler(service: Service, routes: Routes): Handler {
  return async (request, peer) => {
    const exchange: Exchange = {
      request,
      peer,
      requestId: service.mint.id("req"),
      now: service.now(),
      startedAt: performance.now(),
      headers: {},
      operation: unknownOperation,
      workspaceId: undefined,
    }
    const answer = await answerTo(service, routes, exchange)
    return respond(exchange, answer)
  }
}

/** One request and what becomes known of it on the way. */
interface Exchange {
  readonly request: Request
  peer(): string
  readonly requestId: string
  readonly now: number
  readonly startedAt: number
  /** Response headers that steps add whatever the outcome. */
  readonly headers: Record<string, string>
  operation: string
  workspaceId: string | undefined
}

async function answerTo(service: Service, routes: Routes, exchange: Exchange): Promise<Answer> {
  const { request, requestId } = exchange
  try {
    const url = new URL(request.url)
    const target = routes.find(request.method, url.pathname)
    exchange.operation = target.type === "page" ? target.page.name : target.operation.name
    const answer =
      target.type === "page"
        ? await target.page.serve(request, requestId)
        : await callOperation(service, exchange, { ...target, url })
    logExchange(service, exchange, { status: answer.status })
    return answer
  } catch (error) {
    const failure = faultOf(error)
    const answer = errorAnswer(failure, {
      requestId,
      docsBase: service.docsBase,
      accept: request.headers.get("accept"),
    })
    logExchange(service, exchange, { status: answer.status, error: failure.code, cause: causeOf(failure) })
    return answer
  }
}

interface Call {
  readonly operation: Operation
  readonly takes: Place
  readonly url: URL
}

async function callOperation(service: Service, exchange: Exchange, { operation, takes, url }: Call): Promise<Answer> {
  const { request, now } = exchange
  exchange.headers["Cache-Control"] = "no-store"
  const authenticated = await authenticate(service, request.headers, now)
  exchange.workspaceId = authenticated.workspace?.id
  if (authenticated.workspace !== undefined) {
    Object.assign(exchange.headers, await evaluateRequestLimit(service, authenticated.workspace, now))
  }
  refuseHopelessCaller(operation, authenticated.caller)
  const body = takes === "body" ? await readJsonBody(request) : queryInput(url.searchParams)
  const input = parseInput(operation.input, body, takes)
  const workspaceId = targetWorkspace(operation, authenticated, input)
  exchange.workspaceId = workspaceId
  const prepared: Prepared = {
    ...authenticated,
    operation,
    body,
    input,
    workspaceId,
    after: positionIn(service, operation, input, takes),
    authority: authorityOf(authenticated.caller),
  }
  if (operation.kind === "mutation") return runMutation(service, exchange, { ...prepared, operation })
  const workspace =
    operation.scope === "installation"
      ? undefined
      : (authenticated.workspace ?? (await requireWorkspace(service.store, workspaceId)))
  const result = await withQuotaConsequence(service, exchange, prepared, () =>
    operation.run(contextOf(service, exchange, { ...prepared, workspace })),
  )
  return successAnswer(exchange.requestId, dataOf(service, operation, result))
}

/** A request that has passed the steps before execution. */
interface Prepared extends Authenticated {
  readonly operation: Operation
  readonly body: unknown
  readonly input: unknown
  readonly workspaceId: string | undefined
  readonly after: string | undefined
  readonly authority: Authority
}

async function runMutation(
  service: Service,
  exchange: Exchange,
  prepared: Prepared & { readonly operation: Mutation },
): Promise<Answer> {
  const { operation, authority, workspaceId } = prepared
  const idempotencyKey = idempotencyKeyOf(exchange.request.headers)
  const claim =
    idempotencyKey === undefined
      ? undefined
      : await claimIdempotencyKey(service, {
          scope: prepared.workspace?.id ?? "operator",
          operation: operation.name,
          idempotencyKey,
          body: prepared.body,
          now: exchange.now,
        })
  if (claim?.type === "replay") {
    authority.require(...claim.required)
    return successAnswer(exchange.requestId, claim.data, { "Idempotency-Replayed": "true" })
  }
  try {
    const data = await withQuotaConsequence(service, exchange, prepared, () =>
      service.store.transaction(scopeOf(exchange, prepared, workspaceId), async (tx) => {
        const workspace = operation.scope === "installation" ? undefined : await requireWorkspace(tx, workspaceId)
        const context = contextOf(service, exchange, { ...prepared, workspace })
        const answered = dataOf(service, operation, await operation.run({ ...context, tx }))
        await claim?.keep(tx, answered, authority.required)
        return answered
      }),
    )
    return successAnswer(exchange.requestId, data)
  } catch (error) {
    // An error leaves the key unused; where even that cannot be stored, the claim runs out by itself.
    await claim?.release().catch(() => {})
    throw error
  }
}

/** With `onExceeded: "disable"` a refusal by quota disables the workspace, although the call itself fails. */
async function withQuotaConsequence<T>(
  service: Service,
  exchange: Exchange,
  prepared: Prepared,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { workspace } = prepared
    if (workspace !== undefined && faultOf(error).code === "limits/quota_exceeded") {
      const scope = { workspaceId: workspace.id, actor: { type: "system", id: "quota" }, requestId: null } as const
      await service.store.transaction({ ...scope, now: exchange.now }, (tx) =>
        disableForQuota(tx, workspace.id, exchange.now),
      )
    }
    throw error
  }
}

function contextOf(
  service: Service,
  exchange: Exchange,
  prepared: Prepared & { readonly workspace: Workspace | undefined },
): Context<unknown> {
  const { input, caller, authority, after } = prepared
  const { store, counters, vault, mint, usage } = service
  const { now } = exchange
  return {
    input,
    caller,
    // Operations of the installation are typed without it.
    workspace: prepared.workspace as Workspace,
    now,
    store,
    counters,
    vault,
    mint,
    after,
    require: authority.require,
    holds: authority.holds,
    transact: (work) => store.transaction(scopeOf(exchange, prepared, prepared.workspace?.id), work),
    usage,
  }
}

function scopeOf({ requestId, now }: Exchange, { caller }: Authenticated, workspaceId: string | undefined) {
  return { workspaceId, actor: actorOf(caller), requestId, now }
}

function actorOf(caller: Authenticated["caller"]): Actor {
  switch (caller.type) {
    case "operator":
      return { type: "operator", id: "operator" }
    case "root_key":
      return { type: "root_key", id: caller.rootKey.id }
    case "api_key":
      return { type: "api_key", id: caller.key.id }
  }
}

/** A key acts on its own workspace only; an operator has to name one. */
function targetWorkspace(operation: Operation, authenticated: Authenticated, input: unknown): string | undefined {
  if (operation.scope === "installation") return authenticated.workspace?.id
  const named = memberOf(input, "workspaceId")
  if (authenticated.workspace === undefined) {
    if (named !== undefined) return named
    throw invalidInput({ location: "body.workspaceId", message: "is required with an operator key" })
  }
  if (named !== undefined && named !== authenticated.workspace.id) throw fault("data/workspace_not_found")
  return authenticated.workspace.id
}

function positionIn(service: Service, operation: Operation, input: unknown, place: Place): string | undefined {
  const cursor = operation.paged ? memberOf(input, "cursor") : undefined
  if (cursor === undefined || cursor === "") return undefined
  const position = service.cursors.open(operation.name, cursor)
  if (position !== undefined) return position
  throw invalidInput({ location: `${place}.cursor`, message: "is not a cursor of this operation" })
}

function memberOf(input: unknown, member: string): string | undefined {
  if (typeof input !== "object" || input === null) return undefined
  const value: unknown = Reflect.get(input, member)
  return typeof value === "string" ? value : undefined
}

async function requireWorkspace(
  reads: { readonly workspaces: { find(id: string): Promise<Workspace | undefined> } },
  workspaceId: string | undefined,
): Promise<Workspace> {
  return found(await reads.workspaces.find(workspaceId ?? ""), "data/workspace_not_found")
}

/** The members of the envelope after `meta`, as JSON. */
function dataOf(service: Service, operation: Operation, result: unknown): string {
  if (!operation.paged) return `"data":${JSON.stringify(result)}`
  const { items, next } = result as { items: readonly unknown[]; next: string | undefined }
  const pagination =
    next === undefined ? { hasMore: false } : { cursor: service.cursors.seal(operation.name, next), hasMore: true }
  return `"data":${JSON.stringify(items)},"pagination":${JSON.stringify(pagination)}`
}

function respond(exchange: Exchange, { status, headers, body }: Answer): Response {
  const isHead = exchange.request.method === "HEAD"
  return new Response(isHead ? null : body, {
    status,
    headers: { ...exchange.headers, ...headers, "X-Request-Id": exchange.requestId },
  })
}

interface Outcome {
  readonly status: number
  readonly error?: string
  readonly cause?: string | undefined
}

function logExchange(service: Service, exchange: Exchange, { status, error, cause }: Outcome): void {
  const durationMs = performance.now() - exchange.startedAt
  service.metrics.countRequest(exchange.operation, status, durationMs)
  service.log({
    time: exchange.now,
    requestId: exchange.requestId,
    method: exchange.request.method,
    operation: exchange.operation,
    status,
    durationMs,
    workspaceId: exchange.workspaceId,
    client: clientAddress(exchange.peer(), exchange.request.headers.get("x-forwarded-for"), service.trustedProxies),
    error,
    cause,
  })
}

/** Only what an operator has to look into; refusals of requests speak for themselves. */
function causeOf({ code, cause }: { readonly code: string; readonly cause?: unknown }): string | undefined {
  if (code !== "application/unexpected_error" && code !== "application/service_unavailable") return undefined
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined
}
