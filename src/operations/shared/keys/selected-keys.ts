import { fault, found } from "../../../contract/errors.ts"
import { type KeySelection as Input, selectedAtMost } from "../../../contract/key-selection.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { KeySelection } from "../../../storage/port/keys.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { Context, MutationContext } from "../../context.ts"
import type { Slice, SlicesDone } from "../../operation.ts"
import { nextKeySlice, type Position } from "./key-slices.ts"
import { findIdentity } from "./link-identity.ts"

/** Changes of many keys, which a request selects by their ids, their API or their identity. */

export interface KeysProgress extends Position {
  readonly changed: number
  /** The APIs of the keys so far. A replay needs the permission for each. */
  readonly apiIds: readonly string[]
}

/** Checks that all selected keys exist and that the caller may change them, before the first slice. */
export async function requireSelectedKeys(context: Context<Input>): Promise<void> {
  const { store, grant } = context
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
}

/** Loads all selected keys, a few at a time. The caller must have authorized this. */
export async function* loadSelectedKeys(context: Context<Input>): AsyncGenerator<readonly KeyDetails[]> {
  const { workspace, store } = context
  for await (const { keys } of slicesOf(context, await requireSelection(context, store))) {
    const ids = keys.map(({ id }) => id)
    yield await store.keys.listByIds(workspace.id, ids)
  }
}

/** The slices of one call, as they are before it. */
async function* slicesOf({ workspace, store, after }: Context<Input>, selection: KeySelection) {
  let position: Position = { walked: 0, after: after ?? null }
  for (;;) {
    const slice = await nextKeySlice(store, { workspaceId: workspace.id, selection }, position)
    yield slice
    if (slice.isLast || slice.end.walked >= selectedAtMost) return
    position = slice.end
  }
}

/** Changes the keys of one slice with `change`, which returns how many it changed. The result is the number of all. */
export async function changeSelectedKeys(
  context: MutationContext<Input>,
  done: SlicesDone<unknown, KeysProgress>,
  change: (keys: readonly KeyDetails[]) => Promise<number>,
): Promise<Slice<KeysProgress, number>> {
  const { workspace, tx, after, grant } = context
  const start = { walked: 0, after: after ?? null, changed: 0, apiIds: [] }
  const before: KeysProgress = done.type === "begun" ? done.progress : start
  const selection = await requireSelection(context, tx)
  const { keys, end, isLast } = await nextKeySlice(tx, { workspaceId: workspace.id, selection }, before)
  const own = selection.type === "api" ? [selection.apiId] : keys.map(({ apiId }) => apiId)
  const apiIds = [...new Set([...before.apiIds, ...own])]
  grant({ apiId: apiIds })
  const ids = keys.map(({ id }) => id)
  const changed = before.changed + (await change(await tx.keys.listForUpdate(workspace.id, ids)))
  if (isLast) return { type: "last", result: changed }
  if (end.walked >= selectedAtMost) return { type: "last", result: changed, next: end.after ?? undefined }
  return { type: "more", progress: { ...end, changed, apiIds } }
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
