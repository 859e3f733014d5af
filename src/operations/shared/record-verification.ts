import type { Code } from "../../contract/verification.ts"
import type { Workspace } from "../../core/model.ts"
import type { VerifiableKey } from "../../core/verify.ts"
import type { UsageRecorder } from "../../storage/usage/usage-recorder.ts"

interface RecordContext {
  readonly input: { readonly tags?: readonly string[] | undefined }
  readonly workspace: Workspace
  readonly usage: UsageRecorder
  readonly now: number
}

export function recordVerification(
  { usage, input, now, workspace }: RecordContext,
  key: VerifiableKey,
  code: Code,
): void {
  const isCounted = workspace.limits.verificationsPerMonth !== null
  usage.verified(key, { code, tags: input.tags ?? none, now, isCounted })
}

const none: readonly never[] = []
