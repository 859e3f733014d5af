import { type GrantAction, type GrantResource, grantTable } from "../../../../src/contract/grant-table.ts"
import { grantsOfRole } from "../../../../src/core/member-grants.ts"
import { orderedBy } from "../../ui/ordered-by.ts"

interface GrantGroup {
  readonly resource: GrantResource
  readonly label: string
  /** Actions on one object. A permission names its id, or `*` for all. */
  readonly actions: readonly GrantAction[]
  /** Actions without a single object, which are granted with `*` only. */
  readonly wildcardActions: readonly GrantAction[]
}

const labels: Readonly<Record<GrantResource, string>> = {
  api: "APIs and keys",
  identity: "Customers",
  rbac: "Permissions and roles",
  ratelimit: "Rate limits",
  workspace: "Workspace",
  root_key: "Root keys",
  event: "Events",
  member: "Members",
}

/** In the order in which a group shows them: what most root keys need comes first. */
const actionLabels: Readonly<Record<GrantAction, string>> = {
  verify_key: "Verify keys",
  create_key: "Create keys",
  read_key: "Read keys",
  update_key: "Update keys",
  delete_key: "Delete keys",
  encrypt_key: "Store keys so that they can be shown again",
  decrypt_key: "Show the plain text of stored keys",
  limit: "Check rate limits",
  set_override: "Set overrides",
  read_override: "Read overrides",
  delete_override: "Delete overrides",
  read_identity: "Read customers",
  update_identity: "Update customers",
  delete_identity: "Delete customers",
  create_identity: "Create customers",
  read_usage: "Read usage",
  read_api: "Read APIs",
  update_api: "Update APIs",
  delete_api: "Delete APIs",
  create_api: "Create APIs",
  delete_namespace: "Delete namespaces",
  create_namespace: "Create namespaces",
  read_namespace: "Read namespaces",
  create_permission: "Create permissions",
  read_permission: "Read permissions",
  update_permission: "Update permissions",
  delete_permission: "Delete permissions",
  create_role: "Create roles",
  read_role: "Read roles",
  update_role: "Update roles",
  delete_role: "Delete roles",
  add_permission_to_key: "Add permission to key",
  remove_permission_from_key: "Remove permission from key",
  add_role_to_key: "Add role to key",
  remove_role_from_key: "Remove role from key",
  add_permission_to_role: "Add permission to role",
  remove_permission_from_role: "Remove permission from role",
  read_workspace: "Read workspace",
  update_workspace: "Update workspace",
  disable_workspace: "Disable workspace",
  create_root_key: "Create root keys",
  read_root_key: "Read root keys",
  update_root_key: "Update root keys",
  delete_root_key: "Delete root keys",
  read_event: "Read events",
  read_member: "Read members",
  invite_member: "Invite members",
  update_member: "Update members",
  remove_member: "Remove members",
}

/** "Verify keys" for `verify_key`. */
export function actionLabel(action: GrantAction): string {
  return actionLabels[action]
}

/** Every permission of root keys. */
export const grantGroups: readonly GrantGroup[] = grantTable.map(({ resource, actions, wildcardActions }) => ({
  resource,
  label: labels[resource],
  actions: orderedBy<GrantAction>(actionLabels, actions),
  wildcardActions: orderedBy<GrantAction>(actionLabels, wildcardActions),
}))

interface GrantPreset {
  readonly name: string
  readonly grants: readonly string[]
}

/** The last three are what members with these roles may do. */
export const grantPresets: readonly GrantPreset[] = [
  { name: "Verify only", grants: ["api.*.verify_key"] },
  { name: "Read only", grants: grantsOfRole("viewer") },
  { name: "Developer", grants: grantsOfRole("developer") },
  { name: "Everything", grants: grantsOfRole("owner") },
]
