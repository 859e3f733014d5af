import type { VerifiableKey } from "../../../core/verify.ts"
import type { ContextWith } from "../../context.ts"
import type { Charged } from "./charge.ts"

interface RecordContext extends ContextWith<"workspace" | "usage" | "notes" | "now"> {
  readonly input: { readonly tags?: readonly string[] | undefined }
}

export function recordVerification(
  { usage, input, now, workspace, notes }: RecordContext,
  key: VerifiableKey,
  { code, spent: credits }: Pick<Charged, "code" | "spent">,
): void {
  const isCounted = workspace.limits.verificationsPerMonth !== null
  notes.code = code
  notes.keyId = key.keyId
  usage.verified(key, { code, tags: input.tags ?? none, credits, now, isCounted })
}

const none: readonly never[] = []
