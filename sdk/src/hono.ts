import type { Context as HonoContext } from "hono"
import { canBeCopied, type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { Refusal } from "./generated/refusals.gen.ts"
export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"

/** For `new Hono<{ Variables: KeywardVariables }>()`, so that `context.get("keyward")` is typed. */
export interface KeywardVariables {
  keyward: Verdict
}

/** The part of Hono's context that the guard needs. */
export interface ContextLike {
  readonly req: { header(name: string): string | undefined }
  readonly res: { readonly headers: Headers; readonly status: number }
  header(name: string, value: string): void
  set(name: "keyward", verdict: Verdict): void
}

/** Middleware that accepts only requests with a valid key, and stores the verdict in `context.get("keyward")`. */
export function withKeyward<Context extends ContextLike = HonoContext<{ Variables: KeywardVariables }>>(
  keyward: Verifier,
  options: GuardOptions<Context> = {},
) {
  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const authorization = context.req.header("authorization")
    const decision = await guard(keyward, options, { request: context, authorization })
    if (decision.type === "refuse") {
      const { status, headers, body } = decision
      return new Response(body, { status, headers })
    }
    context.set("keyward", decision.verdict)
    await next()
    if (!canBeCopied(context.res)) return undefined
    // Set after the route, so that responses made without the context have the headers too. Headers of the route
    // stay. Hono makes a copy.
    for (const [name, value] of Object.entries(decision.headers)) {
      if (!context.res.headers.has(name)) context.header(name, value)
    }
    return undefined
  }
}
