interface GrantGroup {
  readonly resource: string
  readonly label: string
  /** Actions on one object. A permission names its id, or `*` for all. */
  readonly actions: readonly string[]
  /** Actions without a single object, which are granted with `*` only. */
  readonly wildcardActions: readonly string[]
}

/** Every permission of root keys. A test compares it with the server. */
export const grantGroups: readonly GrantGroup[] = [
  {
    resource: "api",
    label: "APIs and keys",
    actions: [
      "verify_key",
      "create_key",
      "read_key",
      "update_key",
      "delete_key",
      "encrypt_key",
      "decrypt_key",
      "read_usage",
      "read_api",
      "update_api",
      "delete_api",
    ],
    wildcardActions: ["create_api"],
  },
  {
    resource: "identity",
    label: "Customers",
    actions: ["read_identity", "update_identity", "delete_identity", "read_usage"],
    wildcardActions: ["create_identity"],
  },
  {
    resource: "rbac",
    label: "Permissions and roles",
    actions: [],
    wildcardActions: [
      "create_permission",
      "read_permission",
      "update_permission",
      "delete_permission",
      "create_role",
      "read_role",
      "update_role",
      "delete_role",
      "add_permission_to_key",
      "remove_permission_from_key",
      "add_role_to_key",
      "remove_role_from_key",
      "add_permission_to_role",
      "remove_permission_from_role",
    ],
  },
  {
    resource: "ratelimit",
    label: "Rate limits",
    actions: ["limit", "set_override", "read_override", "delete_override", "read_usage", "delete_namespace"],
    wildcardActions: ["create_namespace", "read_namespace"],
  },
  {
    resource: "workspace",
    label: "Workspace",
    actions: [],
    wildcardActions: ["read_workspace", "update_workspace", "disable_workspace"],
  },
  {
    resource: "root_key",
    label: "Root keys",
    actions: [],
    wildcardActions: ["create_root_key", "read_root_key", "update_root_key", "delete_root_key"],
  },
  { resource: "event", label: "Events", actions: [], wildcardActions: ["read_event"] },
  {
    resource: "member",
    label: "Members",
    actions: [],
    wildcardActions: ["read_member", "invite_member", "update_member", "remove_member"],
  },
]

const everyGrant: readonly string[] = grantGroups.flatMap(({ resource, actions, wildcardActions }) =>
  [...actions, ...wildcardActions].map((action) => `${resource}.*.${action}`),
)

interface GrantPreset {
  readonly name: string
  readonly grants: readonly string[]
}

const developerOnly =
  /^(identity\..*|api\.\*\.(create|update|delete|verify)_key|rbac\.\*\.(add|remove)_(permission|role)_(to|from)_key|ratelimit\.\*\.(set|delete)_override)$/
const readOnly = everyGrant.filter((grant) => /\.read_[a-z_]+$/.test(grant))

/** Read only and Developer are what members with these roles may do. */
export const grantPresets: readonly GrantPreset[] = [
  { name: "Verify only", grants: ["api.*.verify_key"] },
  { name: "Read only", grants: readOnly },
  { name: "Developer", grants: everyGrant.filter((grant) => readOnly.includes(grant) || developerOnly.test(grant)) },
  { name: "Everything", grants: ["*"] },
]

const actionWords: Readonly<Record<string, string>> = {
  encrypt_key: "Store keys so that they can be shown again",
  decrypt_key: "Show the plain text of stored keys",
  limit: "Check rate limits",
  read_usage: "Read usage",
  read_api: "Read APIs",
  update_api: "Update APIs",
  delete_api: "Delete APIs",
  create_api: "Create APIs",
  read_identity: "Read customers",
  update_identity: "Update customers",
  delete_identity: "Delete customers",
  create_identity: "Create customers",
}

/** "Verify keys" for `verify_key`. */
export function actionLabel(action: string): string {
  const known = actionWords[action]
  if (known) return known
  const words = action.replaceAll("_", " ")
  const isAboutMany = /(key|role|permission|override|namespace|event|member)$/.test(words) && !/ (to|from) /.test(words)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${isAboutMany ? "s" : ""}`
}

/** Whether a holder of these permissions may grant that one. */
export function mayGrant(held: readonly string[], grant: string): boolean {
  const [resource = "", , action = ""] = grant.split(".")
  return held.some((one) => one === "*" || one === grant || (grant !== "*" && one === `${resource}.*.${action}`))
}
