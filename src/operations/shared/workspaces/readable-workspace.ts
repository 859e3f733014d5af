import { fault } from "../../../contract/errors.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { Caller } from "../../context.ts"

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
  const own = workspaceOf(caller)
  if (own === undefined || (named !== undefined && named !== own)) throw fault("data/workspace_not_found")
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

function workspaceOf(caller: Caller): string | undefined {
  switch (caller.type) {
    case "root_key":
      return caller.rootKey.workspaceId
    case "api_key":
      return caller.key.workspaceId
    case "user":
      return caller.member?.workspaceId
    default:
      return undefined
  }
}
