import type { Context as HonoContext } from "hono"
import { type GuardOptions, guard, type Verdict, type Verifier } from "./guard.ts"

export type { GuardOptions, Unverified, Verdict, Verifier } from "./guard.ts"
export type { Refusal } from "./refusal.ts"

/** For `new Hono<{ Variables: KeywardVariables }>()`, so that `context.get("keyward")` has its type. */
export interface KeywardVariables {
  keyward: Verdict
}

/** As much of Hono's context as is needed. */
export interface ContextLike {
  readonly req: { header(name: string): string | undefined }
  readonly res: { readonly headers: Headers }
  header(name: string, value: string): void
  set(name: "keyward", verdict: Verdict): void
}

/** Middleware that lets a request through with a valid key only, and leaves the verdict in `context.get("keyward")`. */
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
    // Afterwards, so that a response made without the context has them too; what the route has set itself stays.
    for (const [name, value] of Object.entries(decision.headers)) {
      if (!context.res.headers.has(name)) context.header(name, value)
    }
    return undefined
  }
}
