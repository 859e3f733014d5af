import { createParamDecorator, type ExecutionContext, HttpException } from "@nestjs/common"
import type { Request as ExpressRequest } from "express"
import { type GuardOptions, guard, type Verifier } from "./guard.ts"
import { keepVerdict, verdictOf } from "./verdicts.ts"

export type { Refusal } from "./generated/refusals.gen.ts"
export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"
export { verdictOf } from "./verdicts.ts"

/** The part of a request that the guard needs. Express and Fastify provide it. */
export interface NestRequestLike {
  readonly headers: { readonly authorization?: string | undefined }
}

/** The part of a response that the guard needs. Express and Fastify provide it. */
interface NestResponseLike {
  header(name: string, value: string): unknown
}

/**
 * A guard for `@UseGuards` or `useGlobalGuards` that accepts only requests with a valid key. A refusal is an
 * `HttpException`, so the exception filters of the application see it.
 */
export function withKeyward<Request extends NestRequestLike = ExpressRequest>(
  keyward: Verifier,
  options: GuardOptions<Request> = {},
) {
  return {
    async canActivate(context: Pick<ExecutionContext, "switchToHttp">): Promise<true> {
      const http = context.switchToHttp()
      const request = http.getRequest<Request>()
      const decision = await guard(keyward, options, { request, authorization: request.headers.authorization })
      const response = http.getResponse<NestResponseLike>()
      for (const [name, value] of Object.entries(decision.headers)) response.header(name, value)
      if (decision.type === "refuse") throw new HttpException(JSON.parse(decision.body), decision.status)
      keepVerdict(request, decision.verdict)
      return true
    },
  }
}

/** Passes the verdict on the caller's key to a parameter of a route: `find(@KeyVerdict() verdict: Verdict)`. */
export const KeyVerdict = createParamDecorator((_data: undefined, context: ExecutionContext) =>
  verdictOf(context.switchToHttp().getRequest()),
)
