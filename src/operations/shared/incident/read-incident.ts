import { incidentListsAtMost } from "../../../contract/incident.ts"
import type { Code } from "../../../contract/verdicts.ts"
import { minuteMs } from "../../../core/durations.ts"
import { type Cause, causeOf, followedWithinMs } from "../../../core/incident/causes.ts"
import {
  type CodeCounts,
  type Interval,
  onsetOf,
  quietMs,
  type Refusals,
  refusalsIn,
} from "../../../core/incident/refusals.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { RecordedEvent } from "../../../storage/port/events.ts"
import type { LoggedVerification } from "../../../storage/port/verification-log.ts"
import { presentEvents } from "../events/present-events.ts"
import { namedIn, toWireLogged } from "../usage/present-logged.ts"
import { explainedAtMost, explainKeys, type KnownKey } from "./explain-keys.ts"
import { findFixes } from "./find-fixes.ts"
import { readListsBefore } from "./read-address-lists.ts"
import { firstCallIn, type LoggedCalls, readCalls } from "./read-calls.ts"
import { readChanges } from "./read-changes.ts"
import { type Counted, type RefusedKeys, readCounts, readRefusedKeys } from "./read-counts.ts"
import { countOthers } from "./read-others.ts"
import { findSubject, type IncidentContext, listKeys, type Range, rangeOf, type Subject } from "./subject.ts"

interface Reason extends Refusals {
  readonly calls: LoggedCalls
  readonly refused: RefusedKeys
  readonly keys: readonly KnownKey[]
}

/** Why a key or a customer was refused. Each part reads a bounded number of rows, however large the workspace is. */
export async function readIncident(context: IncidentContext) {
  const subject = await findSubject(context)
  const range = rangeOf(context)
  const counted = await readCounts(context, subject, range)
  const reasons = await readReasons(context, subject, counted)
  const mayReadEvents = context.holds("event.*.read_event")
  const changes = mayReadEvents ? await readTimeline(context, { subject, reasons, range: counted }) : undefined
  const causes = new Map<Code, Cause<RecordedEvent>>()
  for (const reason of mayReadEvents ? reasons : []) {
    const cause = await findCause(context, { subject, reason, counted, later: changes?.events ?? [] })
    if (cause !== undefined) causes.set(reason.code, cause)
  }
  const names = await context.store.usage.findNames(namedIn(reasons.flatMap(loggedIn)))
  const refusals = []
  for (const reason of reasons) {
    const cause = causes.get(reason.code)
    refusals.push({
      ...present(reason, names),
      ...(cause && { cause: { eventId: cause.event.id, certain: cause.isCertain } }),
      ...(cause && (await presentOthers(context, { subject, reason, cause, to: counted.to }))),
      fixes: await findFixes(context, { code: reason.code, cause: cause?.event, keys: reason.keys }),
    })
  }
  const { from, to, interval } = counted
  const shown = changes && (await presentChanges(context, changes, [...causes.values()]))
  return { ...{ from, to, interval }, refusals, ...shown }
}

async function readReasons(context: IncidentContext, subject: Subject, counted: Counted): Promise<readonly Reason[]> {
  const found = refusalsIn(counted.counts, counted.from)
  const codes = found.map(({ code }) => code)
  const keysOf =
    subject.type === "identity" ? await readRefusedKeys(context, subject, { codes, counted }) : onlyKey(subject, found)
  const explained = found.flatMap(({ code }) => keysOf(code).keys.slice(0, explainedAtMost))
  const ids = [...new Set([...explained.map(({ keyId }) => keyId)])].slice(0, incidentListsAtMost)
  const details = await listKeys(context, ids)
  const detailsOf = new Map<string, KeyDetails>(details.map((key) => [key.id, key]))
  const reasons: Reason[] = []
  for (const refusals of found) {
    const { code, first, last } = refusals
    const refused = keysOf(code)
    const calls = await readCalls(context, subject, refusals)
    const named = refused.keys.slice(0, incidentListsAtMost)
    const keys = await explainKeys(context, named, { code, from: first.from, until: last.until, detailsOf })
    reasons.push({ ...refusals, calls, refused, keys })
  }
  return reasons
}

function onlyKey({ id, ...subject }: Subject, found: readonly Refusals[]): (code: Code) => RefusedKeys {
  const name = subject.type === "key" ? (subject.key?.name ?? undefined) : undefined
  const countOf = (code: Code) => found.find((one) => one.code === code)?.count ?? 0
  return (code) => ({ keys: [{ keyId: id, name, count: countOf(code) }], hasMore: false })
}

function pathOf(subject: Subject, reasons: readonly Reason[]) {
  const details = reasons.flatMap(({ keys }) => keys.flatMap((key) => key.details ?? []))
  const own = subject.type === "key" && subject.key ? [subject.key] : []
  const keys = [...new Map([...own, ...details].map((key) => [key.id, key])).values()]
  const wanted = reasons.flatMap(loggedIn)
  return { subject, keys, wanted }
}

function readTimeline(
  context: IncidentContext,
  {
    subject,
    reasons,
    range,
  }: { readonly subject: Subject; readonly reasons: readonly Reason[]; readonly range: Range },
) {
  return readChanges(context, pathOf(subject, reasons), range)
}

interface CauseQuery {
  readonly subject: Subject
  readonly reason: Reason
  readonly counted: Counted
  /** The changes of the whole time. */
  readonly later: readonly RecordedEvent[]
}

/** Looks at the changes around the time when these refusals began. */
async function findCause(context: IncidentContext, { subject, reason, counted, later }: CauseQuery) {
  const began = beginningOf(reason.code, counted)
  if (began === undefined) return undefined
  const { onset, counts } = began
  const first = await firstCallIn(context, subject, { code: reason.code, ...onset })
  // By the hour, nobody knows whether the first call came within minutes after a change, unless the log does.
  if (first === undefined && counts.stepMs > minuteMs) return undefined
  const time = { from: onset.from - followedWithinMs, to: onset.until }
  const { events } = await readChanges(context, pathOf(subject, [reason]), time)
  return causeOf(
    {
      code: reason.code,
      onset,
      firstAt: first?.time,
      counted: counts,
      keyIds: new Set(reason.refused.keys.map(({ keyId }) => keyId)),
      newest: reason.calls.newest,
      listsBefore: reason.code === "FORBIDDEN" ? await readListsBefore(context, { events, later }) : new Map(),
    },
    events,
  )
}

function beginningOf(
  code: Code,
  { counts, fine, from }: Counted,
): { readonly onset: Interval; readonly counts: CodeCounts } | undefined {
  for (const candidate of fine === undefined ? [counts] : [fine, counts]) {
    const onset = candidate.stepMs > quietMs ? undefined : onsetOf(candidate, code, from)
    if (onset !== undefined) return { onset, counts: candidate }
  }
  return undefined
}

async function presentOthers(
  context: IncidentContext,
  {
    subject,
    reason,
    cause,
    to,
  }: Pick<CauseQuery, "subject" | "reason"> & {
    readonly cause: Cause<RecordedEvent>
    readonly to: number
  },
) {
  if (!context.holds("api.*.read_usage")) return {}
  return { others: await countOthers(context, subject, { code: reason.code, cause: cause.event, to }) }
}

function loggedIn({ calls, keys }: Reason): readonly LoggedVerification[] {
  return [...(calls.newest ? [calls.newest] : []), ...keys.flatMap(({ call }) => call ?? [])]
}

function present({ code, count, spells, calls, refused, keys }: Reason, names: ReadonlyMap<string, string>) {
  const { newest, firstAt, lastAt } = calls
  return {
    ...{ code, count, firstAt, lastAt },
    spells: [...spells],
    ...(newest && { newest: toWireLogged(newest, names) }),
    keys: keys.map(({ keyId, name, count, call, explanation }) => ({
      keyId,
      ...(name !== undefined && { name }),
      count,
      ...(call && { call: toWireLogged(call, names) }),
      ...(explanation && { now: explanation }),
    })),
    ...((refused.hasMore || refused.keys.length > keys.length) && { moreKeys: true as const }),
  }
}

async function presentChanges(
  { store }: IncidentContext,
  { events, hasMore }: Awaited<ReturnType<typeof readChanges>>,
  causes: readonly Cause<RecordedEvent>[],
) {
  const own = new Map(causes.map(({ event }) => [event.id, event]))
  const rest = events.filter(({ id }) => !own.has(id))
  const room = Math.max(0, incidentListsAtMost - own.size)
  const listed = [...own.values(), ...rest.slice(0, room)].toSorted((one, other) => other.sequence - one.sequence)
  const changes = await presentEvents(store, listed)
  const names = await store.usage.findNames([...new Set(listed.map(({ actor }) => actor.id))])
  const named = changes.map((change) => {
    const actorName = ("name" in change.actor ? change.actor.name : undefined) ?? names.get(change.actor.id)
    return { ...change, ...(actorName !== undefined && { actorName }) }
  })
  return { changes: named, ...((hasMore || rest.length > room) && { moreChanges: true as const }) }
}
