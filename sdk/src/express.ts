import type { Request as ExpressRequest } from "express"
import { type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { Refusal } from "./generated/refusals.gen.ts"
export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"

declare global {
  namespace Express {
    interface Request {
      /** The verdict on the caller's key. Set by `withKeyward`. */
      keyward?: Verdict
    }
  }
}

/** The part of request and response that the guard needs. Express, Connect and node:http provide it. */
export interface IncomingRequest {
  readonly headers: { readonly authorization?: string | undefined }
  keyward?: Verdict
}

export interface OutgoingResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** Middleware that accepts only requests with a valid key, and stores the verdict in `request.keyward`. */
export function withKeyward<Request extends IncomingRequest = ExpressRequest>(
  keyward: Verifier,
  options: GuardOptions<Request> = {},
) {
  return async (request: Request, response: OutgoingResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const decision = await guard(keyward, options, { request, authorization: request.headers.authorization })
      for (const [name, value] of Object.entries(decision.headers)) response.setHeader(name, value)
      if (decision.type === "refuse") {
        response.statusCode = decision.status
        response.end(decision.body)
        return
      }
      request.keyward = decision.verdict
    } catch (error) {
      // Express 4 ignores the return value of a middleware.
      next(error)
      return
    }
    next()
  }
}
