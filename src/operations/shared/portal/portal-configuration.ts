import type { Workspace } from "../../../core/model.ts"
import { withoutNulls } from "../../../core/nulls.ts"
import { defaultLook, defaultRules, type Portal } from "../../../core/portal.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** A portal that was never configured has neither id nor times. */
interface MaybeStored extends Omit<Portal, "id" | "createdAt"> {
  readonly id: string | null
  readonly createdAt: number | null
}

/** The portal of the workspace, or what it is before the first change. */
export async function currentPortal({ portals }: Pick<Reads, "portals">, workspaceId: string): Promise<MaybeStored> {
  const stored = await portals.find(workspaceId)
  return stored ?? { id: null, workspaceId, rules: defaultRules, look: defaultLook, createdAt: null, updatedAt: null }
}

interface Shown {
  readonly workspace: Workspace
  /** Undefined if this server has no portal. */
  readonly url: string | undefined
}

export function toWirePortal({ rules, look, createdAt, updatedAt }: MaybeStored, { workspace, url }: Shown) {
  const { name, ...rest } = look
  return {
    ...withoutNulls(rules),
    name: name ?? workspace.name,
    ...withoutNulls(rest),
    ...(url !== undefined && { url }),
    ...withoutNulls({ createdAt, updatedAt }),
  }
}

/** As events record it: images and texts would make an event large, so it has their hashes. */
export function portalInEvent({ rules, look }: Pick<Portal, "rules" | "look">, hash: (text: string) => string) {
  const { logo, logoDark, texts, ...rest } = look
  const large = { logo, logoDark, texts: texts && JSON.stringify(texts) }
  const hashes = Object.entries(large).map(([field, value]) => [field, value && `sha256:${hash(value)}`])
  return { ...withoutNulls(rules), ...withoutNulls({ ...rest, ...Object.fromEntries(hashes) }) }
}
