import type { Reply } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import type { ApiRequest } from "./ask.ts"
import type { Workspace } from "./cluster.ts"

/** A change that revokes access, and a request whose response shows whether the change has taken effect. */
export interface Revocation {
  /** The operation that revokes. */
  readonly by: string
  readonly what: string
  prepare(stage: Stage): Promise<Prepared>
}

export interface Prepared {
  readonly look: ApiRequest
  readonly before: string
  readonly after: string
  readonly revoke: ApiRequest
  /** The outcome of the request that revokes. */
  readonly outcome: string
  /** The part of the response that the revocation changes: usually the code of a verification. */
  show(reply: Reply): string
  /** The change may have taken effect although its response is 503, because it is not the last step of the request. */
  readonly maySurviveRefusal?: boolean
  /** Pause between two looks, if a limit counts them. */
  readonly pauseMs?: number
}

/** What a case needs for its preparation. `serial` makes its names unique. */
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
