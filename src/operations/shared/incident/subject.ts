import type { z } from "zod"
import { invalidInput } from "../../../contract/errors.ts"
import type { incidentInput } from "../../../contract/incident.ts"
import { dayMs, hourMs } from "../../../core/durations.ts"
import type { Identity, KeyDetails } from "../../../core/model.ts"
import type { Context } from "../../context.ts"
import { grantUsage } from "../usage/usage-rights.ts"
import { listCurrent, readCurrent } from "../verify/give-back.ts"

export type IncidentContext = Context<z.infer<typeof incidentInput>>

/** The key or the customer that was refused. */
export type Subject =
  | { readonly type: "key"; readonly id: string; readonly key: KeyDetails | undefined }
  | { readonly type: "identity"; readonly id: string; readonly identity: Identity | undefined }

/** Finds it, even if it was deleted, and checks the rights. */
export async function findSubject(context: IncidentContext): Promise<Subject> {
  const { input, workspace, store } = context
  if (input.keyId !== undefined) {
    const id = input.keyId
    await grantUsage(context, workspace.id, { keyIds: [id] })
    return { type: "key", id, key: await readCurrent(context, () => store.keys.find(workspace.id, id)) }
  }
  const identities = input.identity === undefined ? [] : [input.identity]
  const [id = ""] = (await grantUsage(context, workspace.id, { identities })) ?? []
  return { type: "identity", id, identity: await readCurrent(context, () => store.identities.find(workspace.id, id)) }
}

/** Keys as they are now; deleted ones are left out. */
export function listKeys(context: IncidentContext, ids: readonly string[]): Promise<readonly KeyDetails[]> {
  const { store, workspace } = context
  return ids.length === 0 ? Promise.resolve([]) : listCurrent(context, () => store.keys.listByIds(workspace.id, ids))
}

/** For counts. */
export function usageFilterOf({ type, id }: Subject) {
  const subject = type === "key" ? { keyIds: [id] } : { identityIds: [id] }
  return { type: "verifications", ...subject } as const
}

/** For the log. */
export function logFilterOf({ type, id }: Subject) {
  return type === "key" ? { keyId: id } : { identityId: id }
}

export interface Range {
  readonly from: number
  readonly to: number
}

const longestMs = 31 * dayMs
/** `from` may be the time a month ago, by a clock that is a little slow. */
const slackMs = hourMs

export function rangeOf({ input: { from, to }, now }: IncidentContext): Range {
  const end = Math.min(to ?? now, Math.max(now, from) + 1)
  if (to !== undefined && to <= from) throw invalidInput({ location: "body.to", message: "must be after `from`" })
  if (end - from > longestMs + slackMs) {
    throw invalidInput({ location: "body.from", message: "must be at most 31 days before `to`" })
  }
  return { from, to: Math.max(end, from + 1) }
}
