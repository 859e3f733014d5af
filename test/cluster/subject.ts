import { operatorKey } from "../crash/node.ts"
import type { Reply } from "../harness/harness.ts"
import type { Random } from "../harness/random.ts"
import { outcomeOf } from "../requests/outcome.ts"
import type { ApiRequest } from "./ask.ts"
import type { Workspace } from "./cluster.ts"

/** A key and the data on which its verification depends. Each part is a register, and a verification shows all of them. */
export interface Subject {
  readonly name: string
  readonly workspace: Workspace
  readonly keyId: string
  readonly key: string
}

/** The next value of a part, and the request that sets it. */
export interface Step {
  readonly part: Part
  readonly value: string
  readonly request: ApiRequest
}

export type Part = "life" | "meta" | "enabled" | "own permission" | "role" | "identity" | "workspace"

export type State = Readonly<Record<string, string>>

/** The state after `creation`. */
export const firstState: State = {
  life: "there",
  meta: "0",
  enabled: "true",
  "own permission": "0",
  role: "0",
  identity: "0",
  workspace: "enabled",
}

/** Creates the role and the identity, which must exist before the key. */
export function preparation(name: string, { rootKey }: Workspace): readonly ApiRequest[] {
  return [
    { operation: "identities.createIdentity", body: { externalId: name, meta: { version: "0" } }, key: rootKey },
    { operation: "permissions.createRole", body: { name }, key: rootKey },
    {
      operation: "permissions.setRolePermissions",
      body: { role: name, permissions: [`role.${name}.0`] },
      key: rootKey,
    },
  ]
}

export function creation(name: string, { apiId, rootKey }: Workspace): ApiRequest {
  const body = { apiId, externalId: name, roles: [name], permissions: [`own.${name}.0`], meta: { version: "0" } }
  return { operation: "keys.createKey", body, key: rootKey }
}

export function verification({ key, workspace }: Subject): ApiRequest {
  return { operation: "keys.verifyKey", body: { key }, key: workspace.rootKey }
}

/** The state that a response to a verification shows; empty if it shows none. */
export function stateIn(reply: Reply, { name }: Subject): State {
  const outcome = outcomeOf(reply)
  if (outcome === "403 authorization/workspace_disabled") return { workspace: "disabled" }
  if (outcome !== "200") return {}
  const { code, meta, enabled, permissions = [], identity } = reply.body.data
  if (code === "NOT_FOUND" || code === "EXPIRED") return { workspace: "enabled", life: "gone" }
  const versionOf = (prefix: string) =>
    permissions.find((slug: string) => slug.startsWith(`${prefix}.${name}.`))?.split(".")[2] ?? "none"
  return {
    workspace: "enabled",
    life: "there",
    meta: meta?.version ?? "none",
    enabled: String(code === "VALID" && enabled),
    "own permission": versionOf("own"),
    role: versionOf("role"),
    identity: identity?.meta?.version ?? "none",
  }
}

/** A new value for this part. The version makes the value unique. */
export function stepOf(subject: Subject, part: Part, { now, version, random }: StepOptions): Step {
  const { name, keyId, key, workspace } = subject
  const { rootKey, workspaceId } = workspace
  const step = (value: string, operation: string, body: unknown, as = rootKey): Step => ({
    part,
    value,
    request: { operation, body, key: as },
  })
  switch (part) {
    case "life":
      return random.pick([
        () => step("gone", "keys.deleteKey", { keyId }),
        () => step("gone", "keys.rerollKey", { keyId, expiration: 0 }),
        () => step("gone", "keys.revokeSelf", {}, key),
      ])()
    case "meta":
      return step(version, "keys.updateKey", { keyId, meta: { version } })
    case "enabled":
      return now === "true"
        ? step("false", "keys.updateKey", { keyId, enabled: false })
        : step("true", "keys.updateKey", { keyId, enabled: true })
    case "own permission":
      return step(version, "keys.setPermissions", { keyId, permissions: [`own.${name}.${version}`] })
    case "role":
      return step(version, "permissions.setRolePermissions", {
        role: name,
        permissions: [`role.${name}.${version}`],
      })
    case "identity":
      return step(version, "identities.updateIdentity", { identity: name, meta: { version } })
    case "workspace":
      return now === "enabled"
        ? step("disabled", "workspaces.disableWorkspace", { workspaceId, reason: "owner_request" }, operatorKey)
        : step("enabled", "workspaces.enableWorkspace", { workspaceId }, operatorKey)
  }
}

interface StepOptions {
  readonly now: string | undefined
  readonly version: string
  readonly random: Random
}
