import { askInput, fastParseAsk } from "../../contract/verifier.ts"
import { verifyKey } from "../../operations/keys.verifyKey.ts"
import { PlaintextNeeded } from "../../operations/shared/verify/find-verifiable-key.ts"
import { type Authenticated, authenticateHash, authenticateHashFromMemory } from "../request/authenticate.ts"
import type { ClientAddresses } from "../request/client-address.ts"
import { execute, executeFromMemory } from "../request/execute.ts"
import { parseInput } from "../request/input.ts"
import { prepare, type ReceivedRequest } from "../request/prepare.ts"
import { spendRequest } from "../request/request-budget.ts"
import { inSpan, logRequest, type RequestContext, startRequest } from "../request/request-context.ts"
import { errorResponse, faultOf, type ResponseParts } from "../request/response.ts"
import type { Service } from "../service.ts"
import type { NumberedAsk } from "./messages.ts"

/** Who asks. Nothing of the root key is kept but its hash. */
export interface Asker {
  readonly rootKeyHash: string
  /** Its signal is aborted with the connection. */
  readonly request: Request
  readonly clientAddresses: ClientAddresses
}

/** The answer to one ask, as the members of its JSON without the braces. */
export interface Answer {
  readonly json: string
  /** The key whose record the verifier lacks. */
  readonly recordOf: string | undefined
}

/** Answers an ask like keys.verifyKey, at once if memory has all that it needs. */
export function answerAsk(service: Service, asker: Asker, ask: NumberedAsk): Answer | Promise<Answer> {
  const context = startAsk(service, asker, "verifier.verify")
  return inSpan(context, () => decide(service, asker, { ask, context }))
}

interface StartedAsk {
  readonly ask: NumberedAsk
  readonly context: RequestContext
}

function decide(service: Service, asker: Asker, { ask, context }: StartedAsk): Answer | Promise<Answer> {
  const refused = (error: unknown) => refusal(service, context, { ask, error })
  try {
    service.admission.refuseOverload(context.startedAt)
    const authenticated = authenticateHashFromMemory(service, asker.rootKeyHash, context.now)
    if (authenticated === undefined || authenticated.budget !== undefined) {
      return answerLater(service, asker, { ask, context }).catch(refused)
    }
    const received = receive(context, authenticated, ask)
    const fromMemory = executeFromMemory(service, context, received)
    if (fromMemory !== undefined) return verdict(service, context, { ask, parts: fromMemory })
    return answerByRunning(service, context, { ask, received }).catch(refused)
  } catch (error) {
    return refused(error)
  }
}

/** Every message of a verifier that counts as a request has its own id, time and line in the log. */
export function startAsk(service: Service, { request, clientAddresses }: Asker, name: string): RequestContext {
  const context = startRequest(service, { request, method: "WS", clientAddresses })
  context.operationName = name
  return context
}

async function answerLater(service: Service, { rootKeyHash }: Asker, { ask, context }: StartedAsk): Promise<Answer> {
  const authenticated =
    authenticateHashFromMemory(service, rootKeyHash, context.now) ??
    (await authenticateHash(service, rootKeyHash, context.now))
  if (authenticated.budget !== undefined) await spendRequest(service, authenticated, context)
  return answerByRunning(service, context, { ask, received: receive(context, authenticated, ask) })
}

interface ReceivedAsk {
  readonly ask: NumberedAsk
  readonly received: ReceivedRequest
}

async function answerByRunning(
  service: Service,
  context: RequestContext,
  { ask, received }: ReceivedAsk,
): Promise<Answer> {
  const fromMemory = executeFromMemory(service, context, received)
  if (fromMemory !== undefined) return verdict(service, context, { ask, parts: fromMemory })
  const { body } = await execute(service, prepare(service, context, received))
  return verdict(service, context, { ask, parts: { status: 200, headers: undefined, body: String(body) } })
}

function receive(context: RequestContext, authenticated: Authenticated, ask: NumberedAsk): ReceivedRequest {
  context.workspaceId = authenticated.workspace?.id
  authenticated.authority.rejectIfNeverAllowed(verifyKey)
  const { i: _i, hash, long, held: _held, ...checks } = fastParseAsk(ask) ?? parseInput(askInput, ask, "body")
  const input = { ...checks, key: "", hashes: { whole: hash, longToken: long } }
  return { authenticated, target: { type: "operation", operation: verifyKey, takes: "body" }, body: input, input }
}

interface Answered {
  readonly ask: NumberedAsk
  readonly parts: ResponseParts
}

function verdict(service: Service, context: RequestContext, { ask, parts }: Answered): Answer {
  logRequest(service, context, 200)
  const { requestId, notes } = context
  const lead = `{"meta":{"requestId":"${requestId}"},"data":`
  const data = String(parts.body).slice(lead.length, -1)
  const isKnown = notes.keyId !== undefined
  return { json: `"i":${ask.i},"requestId":"${requestId}","data":${data}`, recordOf: isKnown ? hashOf(ask) : undefined }
}

function hashOf(ask: NumberedAsk & { readonly hash?: unknown; readonly held?: unknown }): string | undefined {
  const { hash, held } = ask
  return typeof hash === "string" && held !== true ? hash : undefined
}

interface Refused {
  readonly ask: NumberedAsk
  readonly error: unknown
}

function refusal(service: Service, context: RequestContext, { ask, error }: Refused): Answer {
  const { requestId } = context
  const start = `"i":${ask.i},"requestId":"${requestId}"`
  if (error instanceof PlaintextNeeded) {
    logRequest(service, context, 200)
    return { json: `${start},"plaintext":true`, recordOf: undefined }
  }
  const failure = faultOf(error)
  const { status, body } = errorResponse(failure, { requestId, docsBase: service.docsBase, accept: null })
  logRequest(service, context, status, failure)
  const lead = `{"meta":{"requestId":"${requestId}"},`
  const retryAfter = Number(failure.headers["Retry-After"])
  const wait = Number.isFinite(retryAfter) ? `,"retryAfter":${retryAfter}` : ""
  return { json: `${start},${String(body).slice(lead.length, -1)}${wait}`, recordOf: undefined }
}
