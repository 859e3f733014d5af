import type { CallOptions } from "./call.ts"
import type { CreditsCommitOutput, Operations } from "./generated/types.gen.ts"
import type { Result } from "./result.ts"

/** The part of a client that commits reservations. */
export interface Committer {
  readonly credits: Pick<Operations["credits"], "commit">
}

export interface Committing {
  /**
   * Charges what the request turned out to cost, after a verification with `credits.reserve`. Returns undefined if nothing
   * was reserved. The same amount again charges nothing more, so you can repeat a call that failed.
   */
  commit(amount: number, options?: CallOptions): Promise<Result<CreditsCommitOutput> | undefined>
}

/** Adds `commit`, which does not appear in the JSON of the verdict. */
export function withCommit<Verdict extends { readonly reservationId?: string | undefined }>(
  { credits }: Committer,
  verdict: Verdict,
): Verdict & Committing {
  const { reservationId } = verdict
  const commit: Committing["commit"] = async (amount, options) =>
    reservationId === undefined ? undefined : credits.commit({ reservationId, amount }, options)
  return Object.defineProperty({ ...verdict, commit }, "commit", { enumerable: false })
}
