import { type Fault, fault, invalidInput } from "../../contract/errors.ts"
import { isIdShaped } from "../../core/ids.ts"
import type { Operation } from "../../operations/operation.ts"
import type { OperationTarget, Routes, Target } from "../server/routes.ts"
import type { Handler, Handlers } from "../server/server.ts"
import { unwatch } from "../server/shared-timeouts.ts"
import type { Service } from "../service.ts"
import { type Authenticated, authenticate, authenticateFromMemory } from "./authenticate.ts"
import { notReceived, parseBody, parseLargeBody, readBody, smallBody } from "./body.ts"
import { execute, executeFromMemory, type Prepared } from "./execute.ts"
import { refuseTwoHosts } from "./host-header.ts"
import { idempotencyKeyOf } from "./idempotency.ts"
import { type Place, parseInput } from "./input.ts"
import { parseLargeInput } from "./large-input.ts"
import { queryInput } from "./query-input.ts"
import { spendRequest } from "./request-budget.ts"
import { type Exchange, logExchange, respond, startExchange } from "./request-context.ts"
import { pathOf, queryOf } from "./request-target.ts"
import { type Answer, errorAnswer, faultOf } from "./response.ts"
import { addHeaders } from "./response-headers.ts"

/**
 * The whole request path, once for all operations: the steps of docs/contract.md#41-order, in their order.
 *
 * A verification waits for its body and for nothing else, as long as memory holds what it needs: the two `…FromMemory`
 * steps say so. Without them every request takes the steps after `??`, and returns the same.
 */
export function createHandlers(service: Service, routes: Routes): Handlers {
  const answering = (method: "POST" | undefined, find: (request: Request) => Target): Handler => {
    return async (request, clientAddresses) => {
      const exchange = startExchange(service, { request, method: method ?? request.method, clientAddresses })
      try {
        refuseTwoHosts(request.headers)
        const target = find(request)
        if (target.type === "page") {
          exchange.operation = target.page.name
          return succeed(service, exchange, await target.page.serve(request, exchange.requestId))
        }
        exchange.operation = target.operation.name
        service.admission.refuseOverload(exchange.startedAt)
        const authenticated =
          authenticateFromMemory(service, request.headers, exchange.now) ??
          (await authenticate(service, request.headers, exchange.now))
        exchange.workspaceId = authenticated.workspace?.id
        const { budget } = authenticated
        if (budget !== undefined) addHeaders(exchange, await spendRequest(service, budget, exchange))
        authenticated.authority.rejectIfNeverAllowed(target.operation)
        // Here and not in a function of its own, which would be asynchronous and so cost as much as all of step 5.
        let bytes: Uint8Array | undefined
        if (target.takes === "body") {
          const wait = readBody(request)
          try {
            bytes = await wait.result
          } catch (error) {
            throw notReceived(error)
          } finally {
            unwatch(wait)
          }
        }
        let body: unknown
        let input: unknown
        if (bytes !== undefined && bytes.byteLength > smallBody) {
          body = await parseLargeBody(request, bytes)
          input = await parseLargeInput(target.operation.input, body, target.takes)
        } else {
          body = bytes === undefined ? queryInput(queryOf(request.url)) : parseBody(request, bytes)
          input = parse(target, body)
        }
        const prepared = prepare(service, exchange, { target, authenticated, body, input })
        const fromMemory = executeFromMemory(service, exchange, prepared)
        if (fromMemory !== undefined) return succeed(service, exchange, fromMemory)
        service.admission.begin()
        try {
          return succeed(service, exchange, await execute(service, exchange, prepared))
        } finally {
          service.admission.end()
        }
      } catch (error) {
        return respond(exchange, refuse(service, exchange, faultOf(error)))
      }
    }
  }
  return {
    any: answering(undefined, (request) => routes.find(request.method, pathOf(request.url))),
    // Bun finds the path of an operation before there is a URL to take apart, which is a good part of a verification.
    posts: new Map(routes.posts.map(([path, target]) => [path, answering("POST", () => target)])),
  }
}

function succeed(service: Service, exchange: Exchange, answer: Answer): Response {
  logExchange(service, exchange, answer.status)
  return respond(exchange, answer)
}

function refuse(service: Service, exchange: Exchange, failure: Fault): Answer {
  const { requestId, request } = exchange
  const { docsBase } = service
  const answer = errorAnswer(failure, { requestId, docsBase, accept: request.headers.get("accept") })
  logExchange(service, exchange, answer.status, failure)
  return answer
}

interface Received {
  readonly target: OperationTarget
  readonly authenticated: Authenticated
  readonly body: unknown
  /** The body as the schema gives it. */
  readonly input: unknown
}

function parse({ operation, takes }: OperationTarget, body: unknown): unknown {
  return operation.fastParse?.(body) ?? parseInput(operation.input, body, takes)
}

/** The rest of step 5, and what the steps after it need to know. */
function prepare(service: Service, exchange: Exchange, { target, authenticated, body, input }: Received): Prepared {
  const { operation, takes } = target
  const { caller, workspace, authority } = authenticated
  const { store, limiter, vault, operatorKeyHash, mint, usage } = service
  const { requestId, request, now } = exchange
  const { require, mayVerify, mayLimit } = authority
  const { grant, grantAlso, delegate } = authority.rightsIn(operation)
  const idempotencyKey = operation.kind === "mutation" ? idempotencyKeyOf(exchange.request.headers) : undefined
  const after = positionIn(service, operation, input, takes)
  if (caller.type === "operator") refuseIncomplete(operation, input)
  const workspaceId = targetWorkspace(operation, authenticated, input)
  if (workspace === undefined) exchange.workspaceId = namedWorkspace(workspaceId)
  const counters = limiter.countersFor(exchange)
  return {
    operation,
    body,
    input,
    workspaceId,
    workspace,
    caller,
    authority,
    require,
    mayVerify,
    mayLimit,
    grant,
    grantAlso,
    delegate,
    idempotencyKey,
    after,
    requestId,
    requester: request,
    now,
    store,
    counters,
    vault,
    operatorKeyHash,
    mint,
    usage,
  }
}

/** For the log: an operator may have sent anything, even a key, in the place of an id. */
function namedWorkspace(workspaceId: string | undefined): string | undefined {
  return workspaceId !== undefined && isIdShaped("ws", workspaceId) ? workspaceId : undefined
}

/** An operator has no workspace of its own that a member could default to. */
function refuseIncomplete({ scope, requiredOfOperators = [] }: Operation, input: unknown): void {
  const required = scope === "installation" ? requiredOfOperators : ["workspaceId", ...requiredOfOperators]
  const missing = required.filter((member) => memberOf(input, member) === undefined)
  if (missing.length === 0) return
  throw invalidInput(
    ...missing.map((member) => ({ location: `body.${member}`, message: "is required with an operator key" })),
  )
}

/** A key acts on its own workspace only; an operator on the one it names. */
function targetWorkspace(operation: Operation, { workspace }: Authenticated, input: unknown): string | undefined {
  if (operation.scope === "installation") return workspace?.id
  const named = memberOf(input, "workspaceId")
  if (workspace === undefined) return named
  if (named !== undefined && named !== workspace.id) throw fault("data/workspace_not_found")
  return workspace.id
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
