import { found } from "../../../contract/errors.ts"
import { isIdShaped } from "../../../core/id-shape.ts"
import type { Namespace } from "../../../core/model.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** Finds a namespace by id or name. No name has the form of an id, so one lookup is enough. */
export function findNamespace(
  { namespaces }: Pick<Reads, "namespaces">,
  workspaceId: string,
  reference: string,
): Promise<Namespace | undefined> {
  if (isIdShaped("rlns", reference)) return namespaces.find(workspaceId, reference)
  return namespaces.findByName(workspaceId, reference)
}

export async function requireNamespace(
  reads: Pick<Reads, "namespaces">,
  workspaceId: string,
  reference: string,
): Promise<Namespace> {
  return found(await findNamespace(reads, workspaceId, reference), "data/ratelimit_namespace_not_found")
}
