import type { Code } from "../../../contract/verdicts.ts"
import type { Interval, Refusals } from "../../../core/incident/refusals.ts"
import type { LoggedVerification } from "../../../storage/port/verification-log.ts"
import { type IncidentContext, logFilterOf, type Subject } from "./subject.ts"

export interface LoggedCalls {
  readonly newest: LoggedVerification | undefined
  /** When the first and the last refusal were, as exactly as it is known. */
  readonly firstAt: number
  readonly lastAt: number
}

/** The calls of a reason that the log has. Each is looked for in one short time only. */
export async function readCalls(
  context: IncidentContext,
  subject: Subject,
  { code, first, last }: Refusals,
): Promise<LoggedCalls> {
  const oldest = await firstCallIn(context, subject, { code, ...first })
  const newest = await callIn(context, logFilterOf(subject), { code, ...last }, "backward")
  return { newest, firstAt: oldest?.time ?? first.from, lastAt: newest?.time ?? last.from }
}

/** The first refusal of a time. Undefined if the log is sampled there, because it may not have the first. */
export async function firstCallIn(
  context: IncidentContext,
  subject: Subject,
  time: RefusedIn,
): Promise<LoggedVerification | undefined> {
  const first = await callIn(context, logFilterOf(subject), time, "forward")
  return first?.weight === 1 ? first : undefined
}

/** The newest refusal of a key. */
export function newestCallOf(context: IncidentContext, keyId: string, time: RefusedIn) {
  return callIn(context, { keyId }, time, "backward")
}

interface RefusedIn extends Interval {
  readonly code: Code
}

async function callIn(
  context: IncidentContext,
  subject: { readonly keyId?: string; readonly identityId?: string },
  { code, from, until }: RefusedIn,
  direction: "forward" | "backward",
): Promise<LoggedVerification | undefined> {
  const inVain = searchesInVain.get(context) ?? 0
  if (inVain >= inVainAtMost) return undefined
  const filter = { workspaceId: context.workspace.id, ...subject, codes: [code], since: from, until }
  const { rows, next } = await context.verificationLog.list({ filter, limit: 1, direction, from: undefined })
  if (rows.length === 0 && next !== undefined) searchesInVain.set(context, inVain + 1)
  return rows[0]
}

/** A search that has read all the rows that one search may read, and found nothing, cost 25 statements. */
const inVainAtMost = 8
/** By request. After so many, its other calls count as not found. */
const searchesInVain = new WeakMap<IncidentContext, number>()
