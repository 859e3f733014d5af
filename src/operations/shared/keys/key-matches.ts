import { z } from "zod"
import { fault, found, invalidInput } from "../../../contract/errors.ts"
import type { KeyFilterInput } from "../../../contract/key-filter.ts"
import type { KeySelection as Input } from "../../../contract/key-selection.ts"
import { countedAtMost } from "../../../contract/list-order.ts"
import { notACursor } from "../../../contract/pagination.ts"
import { checksumOf } from "../../../core/checksum.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { Context } from "../../context.ts"
import type { Selection } from "./key-slices.ts"
import { requireMatch } from "./match-keys.ts"

/**
 * A bulk change of the keys that match a filter. Their number is checked once. From then on only keys change that existed
 * and were as they are now, and that still match. So no key changes that was not counted.
 */

/** What a caller needs to choose keys by a filter: the same as to list them. */
export const readingOfOneApi = "api.{apiId}.read_key"
export const readingOfAllApis = "api.*.read_key"

export interface Matched {
  /** The largest id among the keys that were counted. */
  readonly upTo: string
  /** When they were counted. */
  readonly checkedAt: number
  /** How many of them are left. */
  readonly left: number
}

type Filtering = Pick<Context<Input>, "workspace" | "grant" | "grantAlso"> & { readonly filter: KeyFilterInput }

/** Selects the keys of a filter, as they were when they were counted. */
export async function selectMatching(
  reads: Reads,
  { workspace, filter: { apiId, ...filter } }: Pick<Filtering, "workspace" | "filter">,
  { upTo, checkedAt }: Pick<Matched, "upTo" | "checkedAt">,
): Promise<Extract<Selection, { type: "filter" }>> {
  const api = apiId === undefined ? undefined : found(await reads.apis.find(workspace.id, apiId), "data/api_not_found")
  const match = await requireMatch(reads, { workspaceId: workspace.id, apiId: api?.id, filter, now: checkedAt })
  return { type: "filter", match: { ...match, unchangedSince: checkedAt }, upTo }
}

/** Checks that the caller may read and change these keys. */
export function grantMatching({ grant, grantAlso, filter }: Omit<Filtering, "workspace">, apiIds: readonly string[]) {
  if (filter.apiId !== undefined) return grant({ apiId: filter.apiId }, readingOfOneApi)
  grantAlso(readingOfAllApis)
  grant({ apiId: apiIds })
}

/** Counts the keys before the first slice. A call that continues is checked by its cursor. */
export async function requireExpected(context: Context<Input>, filter: KeyFilterInput): Promise<Matched> {
  const { input, workspace, store, now, after } = context
  const begun = after === undefined ? undefined : matchedAt(after, filter)
  const start = begun?.matched ?? { upTo: "", checkedAt: now, left: 0 }
  if (filter.apiId !== undefined) found(await store.apis.find(workspace.id, filter.apiId), "data/api_not_found")
  grantMatching({ ...context, filter }, [])
  const { match } = await selectMatching(store, { workspace, filter }, start)
  const counted = begun === undefined ? { ...match, unchangedSince: undefined } : match
  const range = { after: begun?.after, upTo: begun?.matched.upTo, atMost: countedAtMost }
  const { count, apiIds, lastId } = await store.keys.summarizeMatching(workspace.id, counted, range)
  grantMatching({ ...context, filter }, [...apiIds])
  if (begun !== undefined) return begun.matched
  if (count === input.expected) return { upTo: lastId ?? "", checkedAt: now, left: count }
  throw fault("application/precondition_failed", { detail: mismatch(count, input.expected ?? 0) })
}

function mismatch(count: number, expected: number): string {
  if (count > countedAtMost) {
    return "More than 10,000 keys match the filter, and one change covers at most 10,000. Narrow the filter."
  }
  const matching = count === 1 ? "1 key matches" : `${count} keys match`
  return `${matching} the filter, but \`expected\` is ${expected}. Nothing was changed. List the keys again with keys.listKeys, and then send \`expected: ${count}\`.`
}

const continuation = z.tuple([z.string(), z.string(), z.int(), z.int(), z.string()])

/** The position of a call that continues. It holds the check, so that no number has to be right again. */
export function positionOf(filter: KeyFilterInput, after: string, { upTo, checkedAt, left }: Matched): string {
  return JSON.stringify([after, upTo, checkedAt, left, digestOf(filter)])
}

/** The cursor belongs to its filter, because another one would change keys that nobody counted. */
export function matchedAt(
  position: string,
  filter: KeyFilterInput,
): { readonly after: string; readonly matched: Matched } {
  const parsed = position.startsWith("[") ? continuation.safeParse(JSON.parse(position)).data : undefined
  if (parsed === undefined || parsed[4] !== digestOf(filter)) throw ofAnotherSelection()
  const [after, upTo, checkedAt, left] = parsed
  return { after, matched: { upTo, checkedAt, left } }
}

/** The cursor of an API or an identity is the id of a key. */
export function requireKeyPosition(position: string | undefined): string | undefined {
  if (position?.startsWith("[")) throw ofAnotherSelection()
  return position
}

function ofAnotherSelection() {
  const fix = "Send the cursor with the same selection of keys as before."
  return invalidInput({ location: "body.cursor", message: notACursor, fix })
}

function digestOf(filter: KeyFilterInput): string {
  const fields = Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1))
  return checksumOf(JSON.stringify(fields))
}
