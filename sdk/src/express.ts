import type { Request as ExpressRequest } from "express"
import { type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"
export type { Refusal } from "./refusal.ts"

declare global {
  namespace Express {
    interface Request {
      /** What Keyward says of the caller's key, behind `withKeyward`. */
      keyward?: Verdict
    }
  }
}

/** As much of a request and its response as is needed: those of Express, Connect and node:http have it. */
export interface IncomingRequest {
  readonly headers: { readonly authorization?: string | undefined }
  keyward?: Verdict
}

export interface OutgoingResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** Middleware that lets a request through with a valid key only, and leaves the verdict in `request.keyward`. */
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
      // Express 4 does not look at what a middleware returns.
      next(error)
      return
    }
    next()
  }
}
