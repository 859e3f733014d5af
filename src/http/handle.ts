import { type Fault, fault, invalidInput } from "../contract/errors.ts"
import { isIdShaped } from "../core/ids.ts"
import type { Operation } from "../operations/operation.ts"
import { type Answer, errorAnswer, faultOf } from "./answer.ts"
import { type Authenticated, authenticate } from "./authenticate.ts"
import { authorityOf, refuseHopelessCaller } from "./authorize.ts"
import { type Exchange, logExchange, respond, startExchange } from "./exchange.ts"
import { idempotencyKeyOf } from "./idempotency.ts"
import { type Place, parseInput } from "./parse-input.ts"
import { perform } from "./perform.ts"
import { queryInput } from "./query-input.ts"
import { readJsonBody } from "./read-body.ts"
import { pathOf, queryOf } from "./request-target.ts"
import type { OperationTarget, Routes, Target } from "./routes.ts"
import type { Handler, Handlers } from "./server.ts"
import type { Service } from "./service.ts"
import { evaluateRequestLimit } from "./workspace-limit.ts"

/** The whole request path, once for all operations: the steps of section 4.1 of the contract, in their order. */
export function createHandlers(service: Service, routes: Routes): Handlers {
  const answering = (find: (request: Request) => Target): Handler => {
    return async (request, peer) => {
      const exchange = startExchange(service, request, peer)
      try {
        const target = find(request)
        exchange.operation = target.type === "page" ? target.page.name : target.operation.name
        const answer =
          target.type === "page"
            ? await target.page.serve(request, exchange.requestId)
            : await callOperation(service, exchange, target)
        logExchange(service, exchange, { status: answer.status })
        return respond(exchange, answer)
      } catch (error) {
        return respond(exchange, refuse(service, exchange, faultOf(error)))
      }
    }
  }
  return {
    any: answering((request) => routes.find(request.method, pathOf(request.url))),
    // Bun finds the path of an operation before there is a URL to take apart, which is a good part of a verification.
    posts: new Map(routes.posts.map(([path, target]) => [path, answering(() => target)])),
  }
}

function refuse(service: Service, exchange: Exchange, failure: Fault): Answer {
  const { requestId, request } = exchange
  const { docsBase } = service
  const answer = errorAnswer(failure, { requestId, docsBase, accept: request.headers.get("accept") })
  logExchange(service, exchange, { status: answer.status, failure })
  return answer
}

async function callOperation(
  service: Service,
  exchange: Exchange,
  { operation, takes }: OperationTarget,
): Promise<Answer> {
  const { request, now } = exchange
  exchange.headers["Cache-Control"] = "no-store"
  service.admission.refuseOverload()
  const known = authenticate(service, request.headers, now)
  const authenticated = known instanceof Promise ? await known : known
  exchange.workspaceId = authenticated.workspace?.id
  const { workspace } = authenticated
  if (workspace !== undefined && workspace.limits.requestsPerMinute !== null) {
    Object.assign(exchange.headers, await evaluateRequestLimit(service, workspace, now))
  }
  refuseHopelessCaller(operation, authenticated.caller)
  const body = takes === "body" ? await readJsonBody(request) : queryInput(queryOf(request.url))
  const input = parseInput(operation.input, body, takes)
  const idempotencyKey = operation.kind === "mutation" ? idempotencyKeyOf(request.headers) : undefined
  const after = positionIn(service, operation, input, takes)
  if (authenticated.caller.type === "operator") refuseIncomplete(operation, input)
  const workspaceId = targetWorkspace(operation, authenticated, input)
  exchange.workspaceId = workspace?.id ?? namedWorkspace(workspaceId)
  const { caller } = authenticated
  const authority = authorityOf(caller)
  const prepared = { caller, workspace, operation, body, input, workspaceId, idempotencyKey, after, authority }
  service.admission.begin()
  try {
    return await perform(service, exchange, prepared)
  } finally {
    service.admission.end()
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
