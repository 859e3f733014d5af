import { changesBetween } from "../../../core/changes.ts"
import type { RootKey } from "../../../core/model.ts"
import { toWireRootKey } from "../../../core/wire.ts"
import type { MutationContext } from "../../context.ts"
import { createRootKey } from "./create-root-key.ts"

type RerollContext = Pick<MutationContext<unknown>, "tx" | "mint" | "now" | "delegate" | "caller">

/** Creates a successor with the same permissions. The old key expires at `end` or earlier; null changes nothing. */
export async function rerollRootKey(context: RerollContext, old: RootKey, end: number | null) {
  const { tx, now } = context
  const successor = await createRootKey(context, old)
  const ending: RootKey = { ...old, expires: earlier(old.expires, end), updatedAt: now }
  const changes = changesBetween(toWireRootKey(old), toWireRootKey(ending))
  if (changes !== undefined) await tx.rootKeys.update(ending)
  tx.record({
    type: "root_key.rerolled",
    workspaceId: old.workspaceId,
    resources: [
      { type: "root_key", id: old.id },
      { type: "root_key", id: successor.rootKeyId },
    ],
    changes: changes ?? { before: {}, after: {} },
  })
  return successor
}

/** The earlier of both times, because a reroll never extends a key. null means never. */
function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
