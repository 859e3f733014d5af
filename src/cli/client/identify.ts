import { isObject } from "../terminal/json.ts"
import type { Connection } from "./connection.ts"
import { type Refusal, send } from "./send.ts"

/** The owner of the key that calls use. */
export type Caller =
  | { readonly type: "operator" }
  | {
      readonly type: "root_key"
      readonly rootKeyId: string
      readonly workspaceId: string
      readonly permissions: readonly string[]
    }
  | { readonly type: "api_key"; readonly keyId: string }

export type Identification =
  | { readonly type: "known"; readonly caller: Caller }
  | { readonly type: "refused"; readonly refusal: Refusal }

/**
 * Every root key may read itself. An operator must name a key, and an API key may not call this operation, so each is
 * recognized by its refusal and confirmed by a call that only it can make.
 */
export async function identify(connection: Connection): Promise<Identification> {
  const answer = await send(connection, "rootKeys.getRootKey", "{}")
  if (answer.type === "success") return { type: "known", caller: rootKeyIn(answer.data) }
  const { refusal } = answer
  if (refusal.status === 400 && refusal.errorType.endsWith("/application/invalid_input")) {
    const listed = await send(connection, "workspaces.listWorkspaces", '{"limit":1}')
    return listed.type === "success" ? { type: "known", caller: { type: "operator" } } : refused(listed.refusal)
  }
  if (refusal.errorType.endsWith("/authorization/insufficient_permissions")) {
    const self = await send(connection, "keys.whoami", "{}")
    if (self.type === "success") {
      return { type: "known", caller: { type: "api_key", keyId: textIn(self.data, "keyId") } }
    }
  }
  return refused(refusal)
}

export function describeCaller(caller: Caller): string {
  switch (caller.type) {
    case "operator":
      return "the operator key, for all workspaces"
    case "root_key":
      return `root key ${caller.rootKeyId} of workspace ${caller.workspaceId}`
    case "api_key":
      return `API key ${caller.keyId}, which can only read and revoke itself`
  }
}

function rootKeyIn(data: unknown): Caller {
  const permissions: readonly unknown[] = isObject(data) && Array.isArray(data.permissions) ? data.permissions : []
  return {
    type: "root_key",
    rootKeyId: textIn(data, "rootKeyId"),
    workspaceId: textIn(data, "workspaceId"),
    permissions: permissions.map(String),
  }
}

function refused(refusal: Refusal): Identification {
  return { type: "refused", refusal }
}

function textIn(data: unknown, field: string): string {
  const value = isObject(data) ? data[field] : undefined
  return typeof value === "string" ? value : ""
}
