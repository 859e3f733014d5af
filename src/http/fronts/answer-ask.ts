import type { Operation } from "../../operations/operation.ts"
import { type Authenticated, authenticateHash, authenticateHashFromMemory } from "../request/authenticate.ts"
import { execute, executeFromMemory } from "../request/execute.ts"
import { prepare, type ReceivedRequest } from "../request/prepare.ts"
import { spendRequest } from "../request/request-budget.ts"
import { causeOf, type RequestContext } from "../request/request-context.ts"
import { faultOf, type ResponseParts } from "../request/response.ts"
import { addHeaders } from "../request/response-headers.ts"
import type { Service } from "../service.ts"
import type { FrontAnswer, FrontAsk } from "./messages.ts"

/** The operations about which fronts ask, by name. */
export type AskableOperations = ReadonlyMap<string, Operation>

/**
 * Answers a call that a front has authenticated and parsed. The front logs and counts the request; everything else
 * happens here, as for a request of this process.
 */
export function answerAsk(
  service: Service,
  operations: AskableOperations,
  ask: FrontAsk,
): FrontAnswer | Promise<FrontAnswer> {
  const context = contextOf(service, ask)
  const refused = (error: unknown) => refusal(ask, error)
  try {
    service.admission.refuseOverload(context.startedAt)
    const operation = operations.get(ask.operation)
    if (operation === undefined) throw new Error(`Fronts do not ask about ${ask.operation}.`)
    const authenticated = authenticateHashFromMemory(service, ask.caller, context.now)
    if (authenticated === undefined || authenticated.budget !== undefined) {
      return answerLater(service, context, { ask, operation }).catch(refused)
    }
    const received = receive(authenticated, operation, ask)
    const fromMemory = executeFromMemory(service, context, received)
    if (fromMemory !== undefined) return answer(ask, context, fromMemory)
    return run(service, context, { ask, received }).catch(refused)
  } catch (error) {
    return refused(error)
  }
}

interface AskedOperation {
  readonly ask: FrontAsk
  readonly operation: Operation
}

/** The root key is no longer in memory, or its workspace has got a budget since the front has looked. */
async function answerLater(
  service: Service,
  context: RequestContext,
  { ask, operation }: AskedOperation,
): Promise<FrontAnswer> {
  const authenticated = await authenticateHash(service, ask.caller, context.now)
  const { budget } = authenticated
  if (budget !== undefined) addHeaders(context, await spendRequest(service, authenticated, context))
  const received = receive(authenticated, operation, ask)
  const fromMemory = executeFromMemory(service, context, received)
  if (fromMemory !== undefined) return answer(ask, context, fromMemory)
  return run(service, context, { ask, received })
}

async function run(
  service: Service,
  context: RequestContext,
  { ask, received }: { readonly ask: FrontAsk; readonly received: ReceivedRequest },
): Promise<FrontAnswer> {
  context.workspaceId = received.authenticated.workspace?.id
  const { headers, body } = await execute(service, prepare(service, context, received))
  return answer(ask, context, { status: 200, headers, body: String(body) })
}

function receive(authenticated: Authenticated, operation: Operation, { input }: FrontAsk): ReceivedRequest {
  authenticated.authority.rejectIfNeverAllowed(operation)
  return { authenticated, target: { type: "operation", operation, takes: "body" }, body: input, input }
}

function answer(
  { i }: FrontAsk,
  { notes: { code, keyId, passedChecks, deniedChecks }, headers }: RequestContext,
  parts: ResponseParts,
): FrontAnswer {
  const own = { ...headers, ...parts.headers }
  return {
    i,
    body: String(parts.body),
    code,
    keyId,
    ...(passedChecks + deniedChecks > 0 && { checks: [passedChecks, deniedChecks] as const }),
    ...(Object.keys(own).length > 0 && { headers: own }),
  }
}

function refusal({ i }: FrontAsk, error: unknown): FrontAnswer {
  const failure = faultOf(error)
  const { code, detail, errors, headers } = failure
  return { i, failure: { code, detail, errors, headers, cause: causeOf(failure) } }
}

/** Fronts send what a client has sent, so no ask ends with a connection, and none has headers. */
const noRequest = new Request("http://front/", { method: "POST" })
const noAddresses = { requestIP: () => null }

function contextOf(service: Service, { operation, requestId }: FrontAsk): RequestContext {
  return {
    request: noRequest,
    method: "POST",
    clientAddresses: noAddresses,
    requestId,
    now: service.now(),
    startedAt: performance.now(),
    headers: {},
    cookies: [],
    operationName: operation,
    workspaceId: undefined,
    notes: { code: undefined, keyId: undefined, passedChecks: 0, deniedChecks: 0, isRefusedSignIn: false },
    trace: undefined,
    span: undefined,
  }
}
