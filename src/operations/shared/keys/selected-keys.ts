import { fault, found } from "../../../contract/errors.ts"
import { type KeySelection as Input, selectedAtMost } from "../../../contract/key-selection.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { KeySelection } from "../../../storage/port/keys.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { Context, MutationContext } from "../../context.ts"
import type { Slice, SlicesDone } from "../../operation.ts"
import { requireCurrent } from "../verify/give-back.ts"
import {
  grantMatching,
  type Matched,
  matchedAt,
  positionOf,
  requireExpected,
  requireKeyPosition,
  selectMatching,
} from "./key-matches.ts"
import { nextKeySlice, type Position, type Selection } from "./key-slices.ts"
import { findIdentity } from "./link-identity.ts"

/** Changes of many keys, which a request selects by their ids, their API, their identity or a filter. */

export interface KeysPlan {
  /** If a filter selects the keys. */
  readonly matched?: Matched | undefined
}

export interface KeysProgress extends Position, KeysPlan {
  readonly changed: number
  /** The APIs of the keys so far. A replay needs the permission for each. */
  readonly apiIds: readonly string[]
}

/** What a call has changed. */
export interface KeysChanged {
  readonly changed: number
  /** Of a filter, after the last key. */
  readonly skipped?: number
}

/** Checks that all selected keys exist and that the caller may change them, before the first slice. */
export async function requireSelectedKeys(context: Context<Input>): Promise<KeysPlan> {
  const { input, store, grant } = context
  if (input.filter !== undefined) return { matched: await requireExpected(context, input.filter) }
  const selection = await requireSelection(context, store)
  const apiIds = new Set(selection.type === "api" ? [selection.apiId] : [])
  if (selection.type !== "api") {
    for await (const { keys, missing } of slicesOf(context, selection)) {
      if (missing !== undefined) {
        throw fault("data/key_not_found", { detail: `The workspace has no key \`${missing}\`.` })
      }
      for (const { apiId } of keys) apiIds.add(apiId)
    }
  }
  grant({ apiId: [...apiIds] })
  return {}
}

/** Loads all selected keys, a few at a time. The caller must have authorized this. */
export async function* loadSelectedKeys(
  context: Context<Input>,
  plan: KeysPlan,
): AsyncGenerator<readonly KeyDetails[]> {
  const { workspace, store } = context
  for await (const { keys } of slicesOf(context, await selectionOf(context, store, plan))) {
    const ids = keys.map(({ id }) => id)
    yield await store.keys.listByIds(workspace.id, ids)
  }
}

/** The slices of one call, as they are before it. */
async function* slicesOf(context: Context<Input>, selection: Selection) {
  const { workspace, store, input } = context
  const limit = input.limit ?? selectedAtMost
  let position: Position = { walked: 0, after: startOf(context) }
  for (;;) {
    const slice = await nextKeySlice(store, { workspaceId: workspace.id, selection, limit }, position)
    yield slice
    if (slice.isLast || slice.end.walked >= limit) return
    position = slice.end
  }
}

/** Changes the keys of one slice with `change`, which returns how many it changed. The result is the number of all. */
export async function changeSelectedKeys(
  context: MutationContext<Input>,
  done: SlicesDone<KeysPlan, KeysProgress>,
  change: (keys: readonly KeyDetails[]) => Promise<number>,
): Promise<Slice<KeysProgress, KeysChanged>> {
  const { workspace, tx, input } = context
  const before = done.type === "begun" ? done.progress : beginning(context, done.plan)
  const limit = input.limit ?? selectedAtMost
  const selection = await selectionOf(context, tx, before)
  const { keys, end, isLast } = await nextKeySlice(tx, { workspaceId: workspace.id, selection, limit }, before)
  const own = selection.type === "api" ? [selection.apiId] : keys.map(({ apiId }) => apiId)
  const apiIds = [...new Set([...before.apiIds, ...own])]
  grantChange(context, apiIds)
  const ids = keys.map(({ id }) => id)
  const current = await tx.keys.listForUpdate(workspace.id, ids)
  requireCurrent(current, context.now)
  const changed = before.changed + (await change(current))
  const matched = before.matched && { ...before.matched, left: before.matched.left - keys.length }
  if (isLast) return { type: "last", result: { changed, ...(matched && { skipped: matched.left }) } }
  if (end.walked >= limit) return { type: "last", result: { changed }, next: nextPosition(input, end, matched) }
  return { type: "more", progress: { ...end, changed, apiIds, matched } }
}

function beginning(context: Context<Input>, { matched }: KeysPlan): KeysProgress {
  return { walked: 0, after: startOf(context), changed: 0, apiIds: [], matched }
}

function startOf({ input, after }: Pick<Context<Input>, "input" | "after">): string | null {
  if (input.filter === undefined) return requireKeyPosition(after) ?? null
  return after === undefined ? null : matchedAt(after, input.filter).after
}

function nextPosition({ filter }: Input, { after }: Position, matched: Matched | undefined): string | undefined {
  if (after === null) return undefined
  return filter === undefined || matched === undefined ? after : positionOf(filter, after, matched)
}

function grantChange(context: MutationContext<Input>, apiIds: readonly string[]): void {
  const { filter } = context.input
  if (filter === undefined) context.grant({ apiId: apiIds })
  else grantMatching({ ...context, filter }, apiIds)
}

/** The keys of the whole change, some of which may be done. */
async function selectionOf(
  context: Pick<Context<Input>, "input" | "workspace">,
  reads: Reads,
  { matched }: KeysPlan,
): Promise<Selection> {
  const { filter } = context.input
  if (filter === undefined || matched === undefined) return requireSelection(context, reads)
  return selectMatching(reads, { ...context, filter }, matched)
}

async function requireSelection(
  { input: { keyIds, apiId, identity }, workspace }: Pick<Context<Input>, "input" | "workspace">,
  reads: Reads,
): Promise<KeySelection> {
  if (apiId !== undefined) {
    const api = found(await reads.apis.find(workspace.id, apiId), "data/api_not_found")
    return { type: "api", apiId: api.id }
  }
  if (identity !== undefined) {
    const { id } = found(await findIdentity(reads, workspace.id, identity), "data/identity_not_found")
    return { type: "identity", identityId: id }
  }
  return { type: "ids", ids: keyIds ?? [] }
}
