import type { Event, KeysUpdateKeysInput, Result, Success } from "@keyward/client"
import { chunksOf } from "../../../../src/core/chunks.ts"
import type { Client } from "../../client.ts"
import { useChange } from "../../queries.ts"
import { counted } from "../../ui/format.ts"

/** Takes back a change of keys: sends what the events of its requests recorded as `before`, with the rights of the person. */

export interface Undone {
  readonly updated: number
  /** Keys that were changed or deleted since, by name or id. They stay as they are. */
  readonly changedSince: readonly string[]
}

/** Fields that an event records whole. Of lists it records only what was added and removed. */
const wholeFields = ["enabled", "name", "expires", "scoped"] as const
type Patch = Pick<KeysUpdateKeysInput, (typeof wholeFields)[number]>

interface KeyChange {
  readonly keyId: string
  readonly label: string
  readonly before: Patch
}

/** Later changes are read up to this number. */
const eventsAtMost = 10_000
const keysPerCall = 500

export function useUndo(onDone?: () => void) {
  return useChange((client, requestIds: readonly string[]) => undoRequests(client, requestIds), {
    done: ({ updated, changedSince }, _, effect) => ({
      title: `Undone for ${counted(updated, "key")}.`,
      description: changedSince.length === 0 ? effect : `${skippedText(changedSince)} ${effect}`,
    }),
    ...(onDone && { onDone }),
  })
}

/** Whether this event can be taken back: all that it changed is recorded whole. */
export function canUndo({ type, changes, requestId }: Event): boolean {
  return type === "key.updated" && requestId !== undefined && patchOf(changes) !== undefined
}

function skippedText(labels: readonly string[]): string {
  const named = labels.slice(0, 3).join(", ")
  const rest = labels.length > 3 ? ` and ${labels.length - 3} more` : ""
  return `Changed since and left as they are: ${named}${rest}.`
}

async function undoRequests(client: Client, requestIds: readonly string[]): Promise<Result<Undone>> {
  const read = await readChanges(client, new Set(requestIds))
  if (read.error) return read
  const { changes, later } = read.data
  const groups = groupsOf(changes.filter(({ keyId }) => !later.has(keyId)))
  let updated = 0
  let last: Success<unknown> = read
  for (const group of groups) {
    for (const part of chunksOf(group, keysPerCall)) {
      const keyIds = part.map(({ keyId }) => keyId)
      const result = await client.keys.updateKeys({ keyIds, ...part[0]?.before })
      if (result.error) return result
      updated += result.data.updated
      last = result
    }
  }
  const changedSince = changes.filter(({ keyId }) => later.has(keyId)).map(({ label }) => label)
  return { ...last, data: { updated, changedSince } }
}

/** Keys that get the same back, so that one call changes many. */
function groupsOf(changes: readonly KeyChange[]): readonly (readonly KeyChange[])[] {
  const groups = new Map<string, KeyChange[]>()
  for (const change of changes) {
    const name = JSON.stringify(change.before)
    groups.set(name, [...(groups.get(name) ?? []), change])
  }
  return [...groups.values()]
}

interface Recorded {
  readonly changes: readonly KeyChange[]
  /** Keys that a later event of another request names. */
  readonly later: ReadonlySet<string>
}

/** Reads the events of the requests, and then all that came after the first of these, newest first. */
async function readChanges(client: Client, requestIds: ReadonlySet<string>): Promise<Result<Recorded>> {
  const own = new Map<string, Event>()
  for (const requestId of requestIds) {
    const read = await eachEvent(client, { requestId }, (event) => {
      own.set(event.eventId, event)
      return true
    })
    if (read.error) return read
  }
  const first = Math.min(...[...own.values()].map(({ time }) => time))
  const unread = new Set(own.keys())
  const touched = new Set<string>()
  const later = new Set<string>()
  const read = await eachEvent(client, Number.isFinite(first) ? { since: first } : {}, (event) => {
    const isOwn = unread.delete(event.eventId)
    for (const keyId of keysIn(event)) {
      if (!isOwn) touched.add(keyId)
      else if (touched.has(keyId)) later.add(keyId)
    }
    return unread.size > 0
  })
  if (read.error) return read
  // So much came after these events that nobody knows whether their keys changed.
  for (const eventId of unread) for (const keyId of keysIn(own.get(eventId))) later.add(keyId)
  return { ...read, data: { changes: [...own.values()].flatMap((event) => keyChange(event) ?? []), later } }
}

function keysIn(event: Event | undefined): readonly string[] {
  return event?.resources.flatMap(({ type, id }) => (type === "key" ? [id] : [])) ?? []
}

/** Reads events, newest first, until `see` has seen enough. */
async function eachEvent(
  client: Client,
  filter: { readonly requestId?: string; readonly since?: number },
  see: (event: Event) => boolean,
): Promise<Result<unknown>> {
  let cursor: string | undefined
  for (let seen = 0; ; seen += 100) {
    const page = await client.events.listEvents({ ...filter, limit: 100, ...(cursor !== undefined && { cursor }) })
    if (page.error) return page
    const isEnough = page.data.some((event) => !see(event))
    cursor = page.pagination.cursor
    if (isEnough || cursor === undefined || seen >= eventsAtMost) return page
  }
}

function keyChange(event: Event): KeyChange | undefined {
  const before = event.type === "key.updated" ? patchOf(event.changes) : undefined
  const key = event.resources.find(({ type }) => type === "key")
  return before && key && { keyId: key.id, label: key.name ?? key.id, before }
}

/** A field that was absent is removed again. Undefined if something changed that is not recorded whole. */
function patchOf({ before, after }: Event["changes"]): Patch | undefined {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  fields.delete("updatedAt")
  const isWhole = [...fields].every((field) => wholeFields.some((name) => name === field))
  if (fields.size === 0 || !isWhole) return undefined
  return Object.fromEntries([...fields].map((field) => [field, before?.[field] ?? null]))
}
