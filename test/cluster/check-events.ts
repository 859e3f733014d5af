import type { Change } from "./history.ts"

/** A stored event. Lists of events are ordered by number. */
export interface RecordedEvent {
  readonly sequence: number
  readonly requestId: string | null
}

/**
 * P4: every acknowledged change has an event, and no refused change has one. The numbers of events follow the order of the
 * commits: if a change was acknowledged before another one started, its event comes first.
 */
export function checkEvents(changes: readonly Change[], events: readonly RecordedEvent[]): string[] {
  const sequences = new Map(events.map(({ requestId, sequence }) => [requestId, sequence]))
  const sequenceOf = ({ requestId }: Change) => (requestId === undefined ? undefined : sequences.get(requestId))
  const done = changes.filter(({ result }) => result === "done")
  return [
    ...done.filter((change) => sequenceOf(change) === undefined).map((change) => `${nameOf(change)} has no event`),
    ...changes
      .filter((change) => change.result === "refused" && sequenceOf(change) !== undefined)
      .map((change) => `${nameOf(change)} was refused and has an event`),
    ...findDisorder(done.toSorted((one, other) => (sequenceOf(one) ?? 0) - (sequenceOf(other) ?? 0))),
  ]
}

function findDisorder(bySequence: readonly Change[]): string[] {
  let latest: Change | undefined
  return bySequence.flatMap((change) => {
    const before = latest
    if (before === undefined || change.startedAt > before.startedAt) latest = change
    const isLate = before !== undefined && change.endedAt < before.startedAt
    return isLate ? [`${nameOf(change)} is recorded after ${nameOf(before)}, which started after its response`] : []
  })
}

/** A reader that continues after the last number gets every event: no event appears later with a lower number. */
export function checkTail(read: readonly RecordedEvent[], events: readonly RecordedEvent[]): string[] {
  const known = new Set(read.map(({ sequence }) => sequence))
  const last = read.at(-1)?.sequence ?? 0
  return events
    .filter(({ sequence }) => sequence < last && !known.has(sequence))
    .map(({ sequence }) => `Event ${sequence} appeared after one with a higher number had been read`)
}

function nameOf({ operation, register, value, requestId }: Change): string {
  return `${operation} (${register} = ${value}, ${requestId})`
}
