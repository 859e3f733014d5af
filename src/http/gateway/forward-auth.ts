import type { z } from "zod"
import { isIpAddress } from "../../contract/cidr.ts"
import { invalidInput } from "../../contract/errors.ts"
import type { verificationInput } from "../../contract/verification.ts"
import { verifyKey } from "../../operations/keys.verifyKey.ts"
import { decideFromMemory } from "../../operations/shared/verify/from-memory.ts"
import { authenticate, authenticateFromMemory } from "../request/authenticate.ts"
import { execute, memoryContext } from "../request/execute.ts"
import { prepare, type ReceivedRequest } from "../request/prepare.ts"
import { spendRequest } from "../request/request-budget.ts"
import { logRequest, type RequestContext } from "../request/request-context.ts"
import { pathOf, queryTextOf } from "../request/request-target.ts"
import { faultOf, type ResponseParts } from "../request/response.ts"
import { closeIfUnread } from "../request/unread-body.ts"
import type { OperationTarget } from "../server/routes.ts"
import type { Service } from "../service.ts"
import { type GatewayOptions, readGatewayOptions } from "./gateway-options.ts"
import {
  missingResponse,
  readVerdict,
  unverifiedResponse,
  type Verdict,
  verdictOf,
  verdictResponse,
} from "./gateway-response.ts"

const path = "/forward-auth"
/** Some gateways add the path of the client. */
export const forwardAuthPaths = [path, `${path}/*`]

const target: OperationTarget = { type: "operation", operation: verifyKey, takes: "body" }

/**
 * Answers a gateway that asks whether it may let a request through: keys.verifyKey with headers instead of bodies. Its
 * body is never read.
 */
export async function forwardAuth(service: Service, context: RequestContext): Promise<ResponseParts> {
  const { request, now } = context
  context.operationName = "forward-auth"
  await closeIfUnread(context)
  try {
    const options = readGatewayOptions(optionsText(request))
    const verdict = await verify(service, context, options)
    const response = verdict === undefined ? missingResponse(options) : verdictResponse(verdict, { ...options, now })
    logRequest(service, context, response.status)
    return response
  } catch (error) {
    const failure = faultOf(error)
    const response = unverifiedResponse(failure)
    logRequest(service, context, response.status, failure)
    return response
  }
}

/**
 * Who adds the path of the client adds its query too, so a header has the options then. Bun resolves dot segments, so that
 * path can lead back to the place whose query counts.
 */
function optionsText({ url, headers }: Request): string {
  const options = headers.get("keyward-options")
  if (pathOf(url) === path) {
    if (options === null) return queryTextOf(url)
    throw invalidInput({ location: "header.Keyward-Options", message: "is for paths below /forward-auth only" })
  }
  if (options !== null) return options
  throw invalidInput({ location: "header.Keyward-Options", message: "is required below /forward-auth" })
}

/** Returns undefined if the request has no key. */
async function verify(
  service: Service,
  context: RequestContext,
  options: GatewayOptions,
): Promise<Verdict | undefined> {
  const { request, now } = context
  service.admission.refuseOverload(context.startedAt)
  const authorization = request.headers.get("keyward-authorization")
  const authenticated =
    authenticateFromMemory(service, authorization, now) ??
    (await authenticate(service, verifyKey, {
      request: { headers: callerHeaders(authorization) },
      method: "POST",
      now,
    }))
  const { workspace, budget, authority } = authenticated
  context.workspaceId = workspace?.id
  if (budget !== undefined) await spendRequest(service, authenticated, context)
  authority.rejectIfNeverAllowed(verifyKey)
  const key = presentedKey(request.headers, options)
  if (key === undefined) return undefined
  const input = { ...options.checks, key, ...addressOf(request.headers, options) }
  return verdictOn(service, context, { authenticated, target, body: input, input })
}

async function verdictOn(service: Service, context: RequestContext, received: VerifyRequest): Promise<Verdict> {
  const { fromMemory } = service
  const inMemory = fromMemory && memoryContext(service, context, received)
  const decided = inMemory && decideFromMemory(inMemory, fromMemory)
  if (decided !== undefined) return verdictOf(decided)
  const { body } = await execute(service, prepare(service, context, received))
  return readVerdict(String(body))
}

interface VerifyRequest extends ReceivedRequest {
  readonly input: z.infer<typeof verificationInput>
}

/** The root key of the gateway, in the place where other callers have theirs. A cookie of the client counts for nothing. */
function callerHeaders(authorization: string | null): Headers {
  return new Headers(authorization === null ? {} : { Authorization: authorization })
}

const longestKey = 512

/** Two headers, which Bun joins with a comma and a space, are no key. */
function presentedKey(headers: Headers, { keyHeader }: GatewayOptions): string | undefined {
  const given = headers.get(keyHeader ?? "authorization") ?? ""
  const key = keyHeader === undefined ? /^bearer +(\S+)$/i.exec(given)?.[1] : given
  return key === undefined || !/^[\x21-\x7e]+$/.test(key) || key.length > longestKey ? undefined : key
}

function addressOf(headers: Headers, { forwardedFor }: GatewayOptions): { readonly ip?: string } {
  if (forwardedFor === undefined) return {}
  const ip = headers.get("x-forwarded-for")?.split(",").at(-forwardedFor)?.trim() ?? ""
  if (isIpAddress(ip)) return { ip }
  throw invalidInput({
    location: "header.X-Forwarded-For",
    message: `has no address at place ${forwardedFor} from its end`,
  })
}
