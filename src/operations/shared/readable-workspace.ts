import { fault } from "../../contract/errors.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Caller } from "../operation.ts"

/** The workspace whose history a caller reads, even if it was deleted. For an operator, undefined means all workspaces. */
export async function readableWorkspace(
  reads: Reads,
  caller: Caller,
  named: string | undefined,
): Promise<string | undefined> {
  if (caller.type === "operator") {
    if (named !== undefined && !(await reads.workspaces.hasExisted(named))) throw fault("data/workspace_not_found")
    return named
  }
  const own = caller.type === "root_key" ? caller.rootKey.workspaceId : caller.key.workspaceId
  if (named !== undefined && named !== own) throw fault("data/workspace_not_found")
  return own
}

/** The same for an operation that an operator must call with a workspace. */
export async function requireReadableWorkspace(
  reads: Reads,
  caller: Caller,
  named: string | undefined,
): Promise<string> {
  const workspaceId = await readableWorkspace(reads, caller, named)
  if (workspaceId === undefined) throw new Error("The workspace is required of operators.")
  return workspaceId
}
