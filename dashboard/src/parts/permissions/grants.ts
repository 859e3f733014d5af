import { findGrantRow, type GrantAction, type GrantResource } from "../../../../src/contract/grant-table.ts"
import { resourceList } from "../../../../src/contract/resources.ts"
import { grantsOfRole } from "../../../../src/core/member-grants.ts"
import { pluralOf } from "../objects.ts"

interface GrantGroup {
  readonly resource: GrantResource
  readonly label: string
  /** Actions on one object. A permission names its id, or `*` for all. */
  readonly actions: readonly GrantAction[]
  /** Actions without a single object, which are granted with `*` only. */
  readonly wildcardActions: readonly GrantAction[]
}

/** Where the title of the resource says too little, or people call it otherwise here. */
const labels: Readonly<Partial<Record<GrantResource, string>>> = {
  api: "APIs and keys",
  identity: "Customers",
  workspace: "Workspace",
}

/** Actions whose parts do not say what they allow. `read_role` is "Read roles" without a line here. */
const actionLabels: Readonly<Partial<Record<GrantAction, string>>> = {
  encrypt_key: "Store keys so that they can be shown again",
  decrypt_key: "Show the plain text of stored keys",
  limit: "Check rate limits",
  set_override: "Set overrides",
  read_override: "Read overrides",
  delete_override: "Delete overrides",
  delete_namespace: "Delete namespaces",
  create_namespace: "Create namespaces",
  read_namespace: "Read namespaces",
  read_workspace: "Read workspace",
  update_workspace: "Update workspace",
  disable_workspace: "Disable workspace",
}

/** "Verify keys" for `verify_key`. */
export function actionLabel(action: GrantAction): string {
  const known = actionLabels[action]
  if (known) return known
  const [verb = "", ...rest] = action.split("_")
  const object = pluralOf(rest.join("_")) ?? rest.join(" ")
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${object}`
}

/** What most root keys need comes first. */
const firstActions: readonly GrantAction[] = [
  "verify_key",
  "create_key",
  "read_key",
  "update_key",
  "delete_key",
  "encrypt_key",
  "decrypt_key",
  "limit",
  "set_override",
  "read_override",
  "delete_override",
  "read_identity",
  "update_identity",
  "delete_identity",
  "read_usage",
]

function inOrder(actions: readonly GrantAction[]): readonly GrantAction[] {
  return [
    ...firstActions.filter((one) => actions.includes(one)),
    ...actions.filter((one) => !firstActions.includes(one)),
  ]
}

/** Every permission of root keys. */
export const grantGroups: readonly GrantGroup[] = resourceList.flatMap(({ title, grants }) => {
  const row = grants && findGrantRow(grants.resource)
  if (row === undefined) return []
  const { resource, actions, wildcardActions } = row
  const label = labels[resource] ?? title
  return { resource, label, actions: inOrder(actions), wildcardActions: inOrder(wildcardActions) }
})

interface GrantPreset {
  readonly name: string
  readonly grants: readonly string[]
}

/** The last three are what members with these roles may do. */
export const grantPresets: readonly GrantPreset[] = [
  { name: "Verify only", grants: ["api.*.verify_key"] },
  { name: "Local verifier", grants: ["api.*.verify_key", "workspace.*.attach_verifier"] },
  { name: "Read only", grants: grantsOfRole("viewer") },
  { name: "Developer", grants: grantsOfRole("developer") },
  { name: "Everything", grants: grantsOfRole("owner") },
]
