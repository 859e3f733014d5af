import { operatorKey } from "../crash/node.ts"
import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import type { Random } from "../random.ts"
import type { Question } from "./ask.ts"
import type { Workspace } from "./cluster.ts"

/** A key with what its verification depends on: each part of that is a register, and the answer shows all of them. */
export interface Subject {
  readonly name: string
  readonly workspace: Workspace
  readonly keyId: string
  readonly key: string
}

/** What a part is to become, and how. */
export interface Step {
  readonly part: Part
  readonly value: string
  readonly question: Question
}

export type Part = "life" | "meta" | "enabled" | "own permission" | "role" | "identity" | "workspace"

export type State = Readonly<Record<string, string>>

/** As `creation` makes it. */
export const firstState: State = {
  life: "there",
  meta: "0",
  enabled: "true",
  "own permission": "0",
  role: "0",
  identity: "0",
  workspace: "enabled",
}

/** The role and the identity are there before the key that has them. */
export function preparation(name: string, { rootKey }: Workspace): readonly Question[] {
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

export function creation(name: string, { apiId, rootKey }: Workspace): Question {
  const body = { apiId, externalId: name, roles: [name], permissions: [`own.${name}.0`], meta: { version: "0" } }
  return { operation: "keys.createKey", body, key: rootKey }
}

export function verification({ key, workspace }: Subject): Question {
  return { operation: "keys.verifyKey", body: { key }, key: workspace.rootKey }
}

/** What an answer to a verification shows; nothing where it shows nothing. */
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

/** Another value for this part; the version makes it one that it never had. */
export function stepOf(subject: Subject, part: Part, { now, version, random }: Stepping): Step {
  const { name, keyId, key, workspace } = subject
  const { rootKey, workspaceId } = workspace
  const step = (value: string, operation: string, body: unknown, as = rootKey): Step => ({
    part,
    value,
    question: { operation, body, key: as },
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

interface Stepping {
  readonly now: string | undefined
  readonly version: string
  readonly random: Random
}
