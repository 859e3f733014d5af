import { textsIn } from "../../../core/incident/event-fields.ts"
import type { RecordedEvent } from "../../../storage/port/events.ts"
import { type IncidentContext, listKeys } from "./subject.ts"

interface ListChanges {
  /** Those whose list is asked for, newest first. */
  readonly events: readonly RecordedEvent[]
  /** All that are known of the time since, newest first. */
  readonly later: readonly RecordedEvent[]
}

/**
 * The address list that each change found, by the id of its event. An event has only what was added and removed, so that the
 * present list leads back to it. Absent if the object was deleted.
 */
export async function readListsBefore(
  context: IncidentContext,
  { events, later }: ListChanges,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const changes = events.filter(changesList)
  const present = await readPresentLists(context, changes)
  const lists = new Map<string, readonly string[]>()
  for (const event of changes) {
    const id = event.resources[0]?.id
    const since = new Map([...later, ...events].map((one) => [one.sequence, one]))
    const ofObject = [...since.values()]
      .filter(({ sequence, resources: [changed] }) => sequence >= event.sequence && changed?.id === id)
      .toSorted((one, other) => other.sequence - one.sequence)
    const list = present.get(id ?? "")
    if (list !== undefined) lists.set(event.id, ofObject.reduce(takenBack, list))
  }
  return lists
}

function changesList({ changes: { before, after } }: RecordedEvent): boolean {
  return before !== null && after !== null && (before.ipAllowlist !== undefined || after.ipAllowlist !== undefined)
}

function takenBack(list: readonly string[], { changes: { before, after } }: RecordedEvent): readonly string[] {
  const [removed, added] = [textsIn(before?.ipAllowlist), textsIn(after?.ipAllowlist)]
  return [...new Set([...list.filter((entry) => !added.includes(entry)), ...removed])]
}

async function readPresentLists(context: IncidentContext, changes: readonly RecordedEvent[]) {
  const { store, workspace } = context
  const idsOf = (type: string) => [
    ...new Set(changes.flatMap(({ resources: [changed] }) => (changed?.type === type ? changed.id : []))),
  ]
  const lists = new Map<string, readonly string[]>()
  for (const { id, ipAllowlist } of await listKeys(context, idsOf("key"))) lists.set(id, ipAllowlist)
  for (const apiId of idsOf("api")) {
    const api = await store.apis.find(workspace.id, apiId)
    if (api !== undefined) lists.set(apiId, api.ipAllowlist)
  }
  return lists
}
