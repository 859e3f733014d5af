import { type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"
export type { Refusal } from "./refusal.ts"

type Handler<Request, Context> = (request: Request, verdict: Verdict, context: Context) => Response | Promise<Response>

/**
 * A route handler that runs with a valid key only, and gets the verdict as its second argument. It takes any web-standard
 * Request, so that it also guards handlers of Workers, Bun and Deno.
 */
export function withKeyward<Request extends { readonly headers: Headers } = globalThis.Request, Context = unknown>(
  keyward: Verifier,
  handler: Handler<Request, Context>,
  options: GuardOptions<Request> = {},
) {
  return async (request: Request, context: Context): Promise<Response> => {
    const authorization = request.headers.get("authorization")
    const decision = await guard(keyward, options, { request, authorization })
    if (decision.type === "pass") return handler(request, decision.verdict, context)
    const { status, headers, body } = decision
    return new Response(body, { status, headers })
  }
}
