import { canBeCopied, type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { Refusal } from "./generated/refusals.gen.ts"
export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"

type Handler<Request, Context> = (request: Request, verdict: Verdict, context: Context) => Response | Promise<Response>

/**
 * A route handler that runs only with a valid key and gets the verdict as its second argument. It accepts any
 * web-standard Request, so it also guards handlers of Workers, Bun and Deno.
 */
export function withKeyward<Request extends { readonly headers: Headers } = globalThis.Request, Context = unknown>(
  keyward: Verifier,
  handler: Handler<Request, Context>,
  options: GuardOptions<Request> = {},
) {
  return async (request: Request, context: Context): Promise<Response> => {
    const authorization = request.headers.get("authorization")
    const decision = await guard(keyward, options, { request, authorization })
    const { headers } = decision
    if (decision.type === "pass") return withHeaders(await handler(request, decision.verdict, context), headers)
    return new Response(decision.body, { status: decision.status, headers })
  }
}

/** A copy, because the headers of a response from `fetch` or `Response.redirect` are immutable. */
function withHeaders(response: Response, added: Record<string, string>): Response {
  const missing = Object.entries(added).filter(([name]) => !response.headers.has(name))
  if (missing.length === 0 || !canBeCopied(response)) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of missing) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
