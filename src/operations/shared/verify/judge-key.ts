import type { z } from "zod"
import { fault } from "../../../contract/errors.ts"
import type { verificationInput } from "../../../contract/verification.ts"
import type { PermissionQuery } from "../../../core/permission-query.ts"
import { type Assessment, assess, type VerifiableKey } from "../../../core/verify.ts"

interface JudgeContext {
  readonly input: Pick<z.infer<typeof verificationInput>, "ip" | "ratelimits">
  readonly now: number
}

/** The result of all checks that take no tokens or credits. */
export type Judgement = Exclude<Assessment, { readonly type: "unknown_limit" }>

/** Steps 2 to 6 of a verification: the checks that take no tokens or credits. */
export function judgeKey(
  { input, now }: JudgeContext,
  key: VerifiableKey,
  query: PermissionQuery | undefined,
): Judgement {
  if (!key.facts.workspaceEnabled) throw fault("authorization/workspace_disabled")
  const assessment = assess(key, { query, ip: input.ip, ratelimits: input.ratelimits ?? none }, now)
  if (assessment.type === "unknown_limit") throw unknownLimit(assessment.name)
  return assessment
}

const none: readonly never[] = []

function unknownLimit(name: string) {
  const detail = `Neither the key nor its identity or plan has a rate limit \`${name}\`. Attach one, or send limit and duration.`
  return fault("application/precondition_failed", { detail })
}
