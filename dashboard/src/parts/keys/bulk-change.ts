import type { Key, Result } from "@keyward/client"
import { chunksOf } from "../../../../src/core/chunks.ts"
import type { Client } from "../../client.ts"
import type { KeyFilter } from "./key-list.ts"

/** The keys of a change: chosen ones, or all that match a filter, as many as were shown. */
export type BulkTarget =
  | { readonly type: "keys"; readonly keys: readonly Key[] }
  | { readonly type: "filter"; readonly filter: KeyFilter; readonly count: number }

export type BulkAction = "enable" | "disable" | "delete"

export interface BulkResult {
  readonly changed: number
  /** Keys that were left out, because they changed in the meantime. */
  readonly skipped: number
  /** Of every call that changed something. */
  readonly requestIds: readonly string[]
}

/** One call changes this many, so that the page can tell how far it is. */
const keysPerCall = 500

interface BulkRun {
  readonly target: BulkTarget
  readonly action: BulkAction
  readonly onProgress: (done: number) => void
}

/** Changes the keys part by part. After an error, no further part is changed. */
export async function changeInBulk(client: Client, run: BulkRun): Promise<Result<BulkResult>> {
  let sum: BulkResult = { changed: 0, skipped: 0, requestIds: [] }
  let walked = 0
  for (let part = firstPart(run.target); part !== undefined; ) {
    const result = await send(client, run.action, part.selection)
    if (result.error) return result
    const { changed, skipped = 0, cursor } = result.data
    const requestIds = changed === 0 ? sum.requestIds : [...sum.requestIds, result.requestId]
    sum = { changed: sum.changed + changed, skipped: sum.skipped + skipped, requestIds }
    walked += part.size
    run.onProgress(Math.min(walked, countOf(run.target)))
    part = part.next(cursor)
    if (part === undefined) return { ...result, data: sum }
  }
  throw new Error("There is no key to change.")
}

export function countOf(target: BulkTarget): number {
  return target.type === "keys" ? target.keys.length : target.count
}

type Selection =
  | { readonly keyIds: string[] }
  | { readonly filter: KeyFilter; readonly expected: number; readonly limit: number; readonly cursor?: string }

interface Part {
  readonly selection: Selection
  readonly size: number
  readonly next: (cursor: string | undefined) => Part | undefined
}

function firstPart(target: BulkTarget): Part | undefined {
  if (target.type === "filter") return partOfFilter(target, undefined)
  return partOfIds(
    chunksOf(
      target.keys.map(({ keyId }) => keyId),
      keysPerCall,
    ),
  )
}

function partOfIds([ids, ...rest]: readonly (readonly string[])[]): Part | undefined {
  return ids && { selection: { keyIds: [...ids] }, size: ids.length, next: () => partOfIds(rest) }
}

function partOfFilter(target: Extract<BulkTarget, { type: "filter" }>, cursor: string | undefined): Part {
  const { filter, count: expected } = target
  return {
    selection: { filter, expected, limit: keysPerCall, ...(cursor !== undefined && { cursor }) },
    size: keysPerCall,
    next: (position) => (position === undefined ? undefined : partOfFilter(target, position)),
  }
}

interface PartResult {
  readonly changed: number
  readonly skipped?: number | undefined
  readonly cursor?: string | undefined
}

async function send(client: Client, action: BulkAction, selection: Selection): Promise<Result<PartResult>> {
  if (action === "delete") {
    const result = await client.keys.deleteKeys(selection)
    return result.error ? result : { ...result, data: { ...result.data, changed: result.data.deleted } }
  }
  const result = await client.keys.updateKeys({ ...selection, enabled: action === "enable" })
  return result.error ? result : { ...result, data: { ...result.data, changed: result.data.updated } }
}
