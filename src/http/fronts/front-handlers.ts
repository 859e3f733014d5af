import type { Operation } from "../../operations/operation.ts"
import { refuseMisdirected } from "../gateway/misdirected.ts"
import { parse, refuse, succeed } from "../handlers/handle.ts"
import { portalHostRule } from "../handlers/portal-host.ts"
import { authenticateFromMemory, bearerToken } from "../request/authenticate.ts"
import { notReceived, parseBody, parsedAtOnce, readBody } from "../request/body.ts"
import { executeFromMemory } from "../request/execute.ts"
import { refuseTwoHosts } from "../request/host-header.ts"
import { isLargeInput } from "../request/large-input.ts"
import { type RequestContext, respond, startRequest } from "../request/request-context.ts"
import { faultOf, type ResponseParts } from "../request/response.ts"
import { unwatch } from "../request/shared-timeouts.ts"
import { closeIfUnread } from "../request/unread-body.ts"
import type { OperationTarget } from "../server/routes.ts"
import type { Handler, Handlers } from "../server/server.ts"
import type { Service } from "../service.ts"
import type { Answered, Link } from "./link.ts"
import type { PassOn } from "./pass-on.ts"

/** The part of the service that a front has. Its `fromMemory` is what the main process has lent it. */
export type FrontService = Pick<
  Service,
  | "fromMemory"
  | "vault"
  | "operatorKeyHash"
  | "usage"
  | "verificationLog"
  | "mint"
  | "admission"
  | "metrics"
  | "log"
  | "refusedSignIns"
  | "trustedProxies"
  | "docsBase"
  | "hasDashboard"
  | "publicOrigin"
  | "portalOrigin"
  | "now"
>

interface FrontOptions {
  readonly link: Pick<Link, "ask" | "want">
  readonly passOn: PassOn
  /** Whether the main process records traces. Then it gets the requests of traces that their callers record. */
  readonly isTraced: boolean
  /** The operations whose requests a front reads itself. */
  readonly operations: readonly Operation[]
}

/**
 * Answers what the records of this front decide, asks the main process about other calls of the same operations, and passes
 * on every other request as it came. The steps are those of handlers/handle.ts.
 */
export function createFrontHandlers(service: FrontService, options: FrontOptions): Handlers {
  const { link, passOn, isTraced, operations } = options
  const requireOnPortalHost = portalHostRule(service)
  const handlerOf = (operation: Operation): Handler => {
    const target: OperationTarget = { type: "operation", operation, takes: "body" }
    return async (request, clientAddresses) => {
      const context = startRequest(service, { request, method: "POST", clientAddresses })
      context.operationName = operation.name
      try {
        refuseTwoHosts(request.headers)
        requireOnPortalHost?.(request.headers, target)
        refuseMisdirected(request.headers)
        if (isTraced && context.trace?.isSampled) return await passOn(request, clientAddresses)
        service.admission.refuseOverload(context.startedAt)
        const authorization = request.headers.get("authorization")
        const authenticated = authenticateFromMemory(service, authorization, context.now)
        if (authenticated?.caller.type !== "root_key") {
          if (authorization !== null) link.want(service.vault.hash(bearerToken(authorization)))
          return await passOn(request, clientAddresses)
        }
        const { caller, workspace, placeHolder, authority } = authenticated
        context.workspaceId = workspace?.id
        authority.rejectIfNeverAllowed(operation)
        const wait = readBody(request)
        let bytes: Uint8Array
        try {
          bytes = await wait.result
        } catch (error) {
          throw notReceived(error)
        } finally {
          unwatch(wait)
        }
        if (bytes.byteLength > parsedAtOnce) return await passOn(request, clientAddresses, bytes)
        const body = parseBody(request, bytes)
        if (isLargeInput(operation.input, body, bytes.byteLength)) return await passOn(request, clientAddresses, bytes)
        const input = parse(target, body)
        const fromMemory = executeFromMemory(service, context, { authenticated, target, body, input })
        if (fromMemory !== undefined) return succeed(service, context, fromMemory)
        const { requestId } = context
        service.admission.begin(placeHolder)
        try {
          const answer = await link.ask({ operation: operation.name, caller: caller.rootKey.hash, requestId, input })
          return succeed(service, context, responseOf(context, answer))
        } finally {
          service.admission.end(placeHolder)
        }
      } catch (error) {
        const failure = faultOf(error)
        await closeIfUnread(context)
        return respond(context, refuse(service, context, failure))
      }
    }
  }
  return {
    async any(request, clientAddresses) {
      try {
        return await passOn(request, clientAddresses)
      } catch (error) {
        const context = startRequest(service, { request, method: request.method, clientAddresses })
        return respond(context, refuse(service, context, faultOf(error)))
      }
    },
    posts: new Map(operations.map((operation) => [`/v2/${operation.name}`, handlerOf(operation)])),
  }
}

/** Takes over what the log and the metrics need. */
function responseOf(context: RequestContext, { body, headers, code, keyId, checks }: Answered): ResponseParts {
  const { notes } = context
  notes.code = code
  notes.keyId = keyId
  if (checks !== undefined) [notes.passedChecks, notes.deniedChecks] = checks
  return { status: 200, headers, body }
}
