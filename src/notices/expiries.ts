import type { Notice } from "../core/notice.ts"
import type { ExpiringKey, ExpiringKind } from "../storage/port/notices.ts"
import type { Store, Transaction } from "../storage/port/store.ts"
import { noticeScope, recordNotice } from "./record-notice.ts"

/**
 * Tells which keys expire and have expired. A watermark says up to which minute everything was told. It begins at the
 * first start of a version with notices, and stands still while no server runs, so what came due in an outage follows.
 */

export interface ExpiryParts {
  readonly store: Store
  now(): number
  /** Whether this node may still go on. */
  mayGoOn(): boolean
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The keys that one statement reads. */
const pageSize = 2_000
/** Different workspaces do not wait for each other. */
const transactionsAtOnce = 8
const kinds: readonly ExpiringKind[] = ["key", "root_key"]

export async function tellExpiries(parts: ExpiryParts): Promise<void> {
  const { store, now, mayGoOn } = parts
  const { noticeWatch: watch } = store
  let told = await watch.findWatermark(startOfMinute(now()))
  // After an outage an hour at a time, so that a stop in between repeats little reading.
  for (;;) {
    const until = Math.min(startOfMinute(now()), told + hourMs)
    if (until <= told || !mayGoOn()) return
    const days = await watch.listExpiringDays()
    for (const kind of kinds) {
      for (const daysAhead of [0, ...days]) {
        await tellWindow(parts, { kind, daysAhead, after: told, until })
      }
    }
    if (!mayGoOn()) return
    await watch.moveWatermark(told, until)
    told = until
  }
}

interface Window {
  readonly kind: ExpiringKind
  /** 0: at the moment itself. */
  readonly daysAhead: number
  readonly after: number
  readonly until: number
}

/** Keys that share a notice. */
interface Group {
  readonly key: ExpiringKey
  /** When it is told: the end of the minute in which its keys come due. */
  readonly minute: number
  /** The first of them. */
  readonly ids: [string, ...string[]]
  count: number
}

/** Collects the keys of one minute, then tells it. They come in the order of their expiry. */
async function tellWindow(parts: ExpiryParts, window: Window): Promise<void> {
  const { store, mayGoOn } = parts
  const aheadMs = window.daysAhead * dayMs
  const until = window.until + aheadMs
  let after = { expires: window.after + aheadMs, id: lastId }
  let groups = new Map<string, Group>()
  let collected = 0
  while (mayGoOn()) {
    const page = await store.noticeWatch.listExpiring(window.kind, { after, until, limit: pageSize })
    for (const key of page) {
      if (!key.enabled || key.expires - key.createdAt < dayMs) continue
      const minute = endOfMinute(key.expires - aheadMs)
      if (minute !== collected) {
        await tellGroups(parts, window, groups)
        groups = new Map()
        collected = minute
      }
      if (window.daysAhead === 0 && (await wasSetToThePast(store, window.kind, key))) continue
      add(groups, key, minute)
    }
    const last = page.at(-1)
    if (page.length < pageSize || last === undefined) break
    after = last
  }
  if (mayGoOn()) await tellGroups(parts, window, groups)
}

/** After all ids. */
const lastId = "~"
/** How many keys an event names. */
const idsKept = 100

function add(groups: Map<string, Group>, key: ExpiringKey, minute: number): void {
  const place = `${key.workspaceId} ${key.apiId}`
  const group = groups.get(place)
  if (group === undefined) {
    groups.set(place, { key, minute, ids: [key.id], count: 1 })
    return
  }
  group.count += 1
  if (group.ids.length < idsKept) group.ids.push(key.id)
}

/** Whoever sets the past knows that the key has expired. Another change after the expiry says nothing. */
async function wasSetToThePast({ events }: Store, kind: ExpiringKind, key: ExpiringKey): Promise<boolean> {
  const { id, workspaceId, expires, updatedAt } = key
  if (updatedAt === null || updatedAt < expires) return false
  const types = [`${kind}.updated`]
  const changes = await events.list({ workspaceId, resourceId: id, types, since: expires, limit: 100 })
  return changes.some((event) => event.changes.after?.expires !== undefined)
}

async function tellGroups(parts: ExpiryParts, window: Window, groups: ReadonlyMap<string, Group>): Promise<void> {
  const waiting = groups.values()
  const tellNext = async () => {
    for (const group of waiting) await tell(parts, window, group)
  }
  const lanes = Array.from({ length: Math.min(groups.size, transactionsAtOnce) }, tellNext)
  // Nothing goes on in the background after a failure.
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}

async function tell({ store, now }: ExpiryParts, window: Window, group: Group): Promise<void> {
  const { workspaceId } = group.key
  if (!(await isWanted(store, window, group))) return
  const time = now()
  await store.transaction(noticeScope(workspaceId, time), async (tx) => {
    // Another node has told it, perhaps so long ago that the mark is forgotten.
    if (((await tx.notices.findWatermark()) ?? 0) >= group.minute) return
    if (await isWanted(tx, window, group)) await recordNotice(tx, noticeOf(window, group, time))
  })
}

/** The API may have been deleted, or the workspace may want to know at other times. */
async function isWanted(
  { workspaces, apis }: Pick<Transaction | Store, "workspaces" | "apis">,
  { daysAhead }: Window,
  { key: { workspaceId, apiId } }: Group,
): Promise<boolean> {
  const workspace = await workspaces.find(workspaceId)
  if (workspace === undefined) return false
  if (apiId !== null && (await apis.find(workspaceId, apiId)) === undefined) return false
  return daysAhead === 0 || workspace.notices.expiringDays.includes(daysAhead)
}

/** Longer than a watermark can lag behind a mark while a node is at it. */
const markKeptMs = 2 * dayMs

function noticeOf({ kind, daysAhead }: Window, { key, minute, ids, count }: Group, now: number): Notice {
  const { workspaceId, apiId, expires } = key
  const [first, ...rest] = ids
  const place = apiId === null ? {} : { apiId }
  const ahead = daysAhead === 0 ? {} : { days: daysAhead }
  return {
    type: daysAhead === 0 ? `${kind}.expired` : `${kind}.expiring`,
    workspaceId,
    mark: `${apiId ?? "all"} ${daysAhead} ${minute}`,
    markedUntil: now + markKeptMs,
    resources: [{ type: kind, id: first }, ...rest.map((id) => ({ type: kind, id }))],
    facts: { ...place, ...ahead, expires, count },
  }
}

function startOfMinute(time: number): number {
  return Math.floor(time / minuteMs) * minuteMs
}

/** A minute ends with its last millisecond, so what expires at a full minute is told at once. */
function endOfMinute(time: number): number {
  return Math.ceil(time / minuteMs) * minuteMs
}
