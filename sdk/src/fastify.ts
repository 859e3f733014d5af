import type { FastifyRequest } from "fastify"
import { type GuardOptions, guard, type Verifier } from "./guard.ts"
import { keepVerdict } from "./verdicts.ts"

export type { Refusal } from "./generated/refusals.gen.ts"
export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"
export { verdictOf } from "./verdicts.ts"

/** The part of Fastify's request and reply that the guard needs. */
export interface FastifyRequestLike {
  readonly headers: { readonly authorization?: string | undefined }
}

export interface FastifyReplyLike {
  code(status: number): FastifyReplyLike
  headers(values: Record<string, string>): FastifyReplyLike
  send(body: string): unknown
}

/** A hook for `onRequest` or `preHandler` that accepts only requests with a valid key. */
export function withKeyward<Request extends FastifyRequestLike = FastifyRequest>(
  keyward: Verifier,
  options: GuardOptions<Request> = {},
) {
  return async (request: Request, reply: FastifyReplyLike): Promise<unknown> => {
    const decision = await guard(keyward, options, { request, authorization: request.headers.authorization })
    reply.headers(decision.headers)
    if (decision.type === "pass") {
      keepVerdict(request, decision.verdict)
      return
    }
    reply.code(decision.status).send(decision.body)
    // The returned reply tells Fastify that the request has a response.
    return reply
  }
}
