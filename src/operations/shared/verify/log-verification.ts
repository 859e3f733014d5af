import type { VerifiableKey } from "../../../core/verify.ts"
import type { ContextWith } from "../../context.ts"
import type { Charged } from "./charge.ts"

interface LogContext extends ContextWith<"workspace" | "verificationLog" | "requestId" | "now"> {
  readonly input: {
    readonly tags?: readonly string[] | undefined
    readonly ip?: string | undefined
    readonly permissions?: string | undefined
    readonly credits?: { readonly cost: number } | undefined
  }
}

/** Logs a verification of a known key. */
export function logVerification(context: LogContext, key: VerifiableKey, charged: Charged): void {
  const { code, balances } = charged
  const keep = context.verificationLog.count(context.workspace.id, code !== "VALID")
  keep?.({
    ...basicsOf(context),
    code,
    apiId: key.facts.apiId,
    keyId: key.keyId,
    identityId: key.facts.identityId,
    cost: balances === null ? null : (context.input.credits?.cost ?? 1),
    credits: balances === null ? null : balances.most,
    exceeded: exceededIn(charged),
    missing: code === "INSUFFICIENT_PERMISSIONS" ? (context.input.permissions ?? null) : null,
  })
}

/** Logs a verification that found no key. */
export function logUnknownKey(context: LogContext): void {
  const keep = context.verificationLog.count(context.workspace.id, true)
  keep?.({
    ...basicsOf(context),
    code: "NOT_FOUND",
    apiId: null,
    keyId: null,
    identityId: null,
    cost: null,
    credits: null,
    exceeded: [],
    missing: null,
  })
}

function basicsOf({ workspace, requestId, now, input }: LogContext) {
  return { workspaceId: workspace.id, requestId, time: now, tags: input.tags ?? [], ip: input.ip ?? null }
}

function exceededIn({ limits }: Charged): readonly string[] {
  if (limits === undefined) return []
  return limits.applied.filter((_limit, index) => limits.outcomes[index]?.allowed === false).map(({ name }) => name)
}
