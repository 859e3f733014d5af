import type { FastifyRequest } from "fastify"
import { type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"
export type { Refusal } from "./refusal.ts"

/** The part of Fastify's request and reply that the guard needs. */
export interface FastifyRequestLike {
  readonly headers: { readonly authorization?: string | undefined }
}

export interface FastifyReplyLike {
  code(status: number): FastifyReplyLike
  headers(values: Record<string, string>): FastifyReplyLike
  send(body: string): unknown
}

const verdicts = new WeakMap<object, Verdict>()

/** A hook for `onRequest` or `preHandler` that accepts only requests with a valid key. */
export function withKeyward<Request extends FastifyRequestLike = FastifyRequest>(
  keyward: Verifier,
  options: GuardOptions<Request> = {},
) {
  return async (request: Request, reply: FastifyReplyLike): Promise<unknown> => {
    const decision = await guard(keyward, options, { request, authorization: request.headers.authorization })
    reply.headers(decision.headers)
    if (decision.type === "pass") {
      verdicts.set(request, decision.verdict)
      return
    }
    reply.code(decision.status).send(decision.body)
    // The returned reply tells Fastify that the request has a response.
    return reply
  }
}

/** The verdict on the caller's key. Throws if the route has no `withKeyward`. */
export function verdictOf(request: object): Verdict {
  const verdict = verdicts.get(request)
  if (verdict === undefined) throw new Error("This route is not behind withKeyward: add it as an onRequest hook.")
  return verdict
}
