import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import type { Question } from "./ask.ts"
import type { Workspace } from "./cluster.ts"

/** A change that takes something away, and a request whose response shows whether it has happened. */
export interface Revocation {
  /** The operation that takes it away. */
  readonly by: string
  readonly what: string
  prepare(stage: Stage): Promise<Prepared>
}

export interface Prepared {
  readonly look: Question
  readonly before: string
  readonly after: string
  readonly revoke: Question
  /** How the revocation is answered once it has happened. */
  readonly answer: string
  /** What the response says of it: the outcome, or the code of a verification as a rule. */
  show(reply: Reply): string
  /** Between two looks, where somebody counts them. */
  readonly pauseMs?: number
}

/** Where a case is prepared; its names are its own. */
export interface Stage {
  readonly serial: string
  readonly workspace: Workspace
  createWorkspace(): Promise<Workspace>
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply.
  call(operation: string, body: unknown, key?: string): Promise<any>
}

export const shown = ({ body, ...reply }: Reply): string => {
  const outcome = outcomeOf({ ...reply, body })
  if (outcome !== "200") return outcome
  return String(body.data?.code ?? body.data?.success ?? outcome)
}
