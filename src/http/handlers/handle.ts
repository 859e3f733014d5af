import { type Fault, invalidInput } from "../../contract/errors.ts"
import { forwardAuth } from "../gateway/forward-auth.ts"
import { unverifiedResponse } from "../gateway/gateway-response.ts"
import { isFromGateway, refuseMisdirected } from "../gateway/misdirected.ts"
import { notFoundPage } from "../pages/not-found.ts"
import { authenticate, authenticateFromMemory } from "../request/authenticate.ts"
import { notReceived, parseBody, parsedAtOnce, parseLargeBody, readBody } from "../request/body.ts"
import { execute, executeFromMemory } from "../request/execute.ts"
import { parseInput } from "../request/input.ts"
import { isLargeInput, parseLargeInput } from "../request/large-input.ts"
import { prefersHtml } from "../request/prefers-html.ts"
import { prepare } from "../request/prepare.ts"
import { queryInput } from "../request/query-input.ts"
import { spendRequest } from "../request/request-budget.ts"
import { inSpan, logRequest, type RequestContext, respond, startRequest } from "../request/request-context.ts"
import { pathOf, queryOf } from "../request/request-target.ts"
import { errorResponse, faultOf, type ResponseParts, type StreamedParts } from "../request/response.ts"
import { addHeaders } from "../request/response-headers.ts"
import { unwatch } from "../request/shared-timeouts.ts"
import { holdIfFlooding } from "../request/slow-refusal.ts"
import { closeIfUnread } from "../request/unread-body.ts"
import type { OperationTarget, Routes, Target } from "../server/routes.ts"
import type { Handler, Handlers } from "../server/server.ts"
import type { Service } from "../service.ts"
import { portalHostRule } from "./portal-host.ts"

/**
 * Runs every request through the steps of docs/contract.md#41-order.
 *
 * The two `…FromMemory` calls are an optimization: if the cache has all data, a verification waits only for its body.
 * `authenticate` and `execute` return the same response without them.
 */
export function createHandlers(service: Service, routes: Routes): Handlers {
  const requireOnPortalHost = portalHostRule(service)
  const handlerOf = (method: "POST" | undefined, find: (request: Request) => Target): Handler => {
    const answer = async (context: RequestContext): Promise<Response> => {
      const { request } = context
      try {
        refuseTwoHosts(request.headers)
        const target = find(request)
        requireOnPortalHost?.(request.headers, target)
        if (target.type === "gateway") return respond(context, await forwardAuth(service, context))
        refuseMisdirected(request.headers)
        if (target.type === "page" || target.takes === "query") await closeIfUnread(context)
        if (target.type === "page") {
          context.operationName = target.page.name
          return succeed(service, context, await target.page.serve(request, context.requestId, context))
        }
        context.operationName = target.operation.name
        service.admission.refuseOverload(context.startedAt)
        const authenticated =
          authenticateFromMemory(service, request.headers.get("authorization"), context.now) ??
          (await authenticate(service, target.operation, context))
        const { workspace, budget, authority } = authenticated
        context.workspaceId = workspace?.id
        if (budget !== undefined) addHeaders(context, await spendRequest(service, authenticated, context))
        authority.rejectIfNeverAllowed(target.operation)
        // Inlined for speed: one more async function would double the cost of this step.
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
        const size = bytes?.byteLength ?? 0
        let body: unknown
        if (bytes === undefined) body = queryInput(queryOf(request.url))
        else body = size > parsedAtOnce ? await parseLargeBody(request, bytes) : parseBody(request, bytes)
        const input = isLargeInput(target.operation.input, body, size)
          ? await parseLargeInput(target.operation.input, body, target.takes)
          : parse(target, body)
        const received = { authenticated, target, body, input }
        const fromMemory = executeFromMemory(service, context, received)
        if (fromMemory !== undefined) return succeed(service, context, fromMemory)
        return succeed(service, context, await execute(service, prepare(service, context, received)))
      } catch (error) {
        const failure = faultOf(error)
        await holdIfFlooding(failure)
        await closeIfUnread(context)
        return respond(context, refuse(service, context, failure))
      }
    }
    return (request, clientAddresses) => {
      const context = startRequest(service, { request, method: method ?? request.method, clientAddresses })
      return inSpan(context, () => answer(context))
    }
  }
  return {
    any: handlerOf(undefined, (request) => routes.find(request.method, pathOf(request.url))),
    // Bun routes these paths itself, which is faster than parsing the URL here.
    posts: new Map(routes.posts.map(([path, target]) => [path, handlerOf("POST", () => target)])),
  }
}

/** A proxy may have routed by the other host. Bun joins repeated headers with a comma and a space. */
function refuseTwoHosts(headers: Headers): void {
  if (headers.get("host")?.includes(", ") !== true) return
  throw invalidInput({
    location: "header.Host",
    message: "must be sent once, with a single host",
    fix: "Send one Host header.",
  })
}

function succeed(service: Service, context: RequestContext, response: ResponseParts | StreamedParts): Response {
  logRequest(service, context, response.status)
  return respond(context, response)
}

function refuse(service: Service, context: RequestContext, failure: Fault): ResponseParts {
  const { requestId, request } = context
  const { docsBase, hasDashboard } = service
  if (isFromGateway(request.headers)) {
    const unverified = unverifiedResponse(failure)
    logRequest(service, context, unverified.status, failure)
    return unverified
  }
  const accept = request.headers.get("accept")
  const isForBrowsers = failure.code === "application/route_not_found" && isPagePath(request) && prefersHtml(accept)
  const response = isForBrowsers ? notFoundPage(hasDashboard) : errorResponse(failure, { requestId, docsBase, accept })
  logRequest(service, context, response.status, failure)
  return response
}

/** Paths of the API return the envelope, even to browsers. */
function isPagePath({ url }: Request): boolean {
  return !/^\/v\d\//.test(pathOf(url))
}

function parse({ operation, takes }: OperationTarget, body: unknown): unknown {
  return operation.fastParse?.(body) ?? parseInput(operation.input, body, takes)
}
