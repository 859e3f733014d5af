/** A task of the reader, and the operations that do it. */
export interface Task {
  readonly title: string
  /** Titles by the name of the operation, in the order of the side bar. */
  readonly operations: Readonly<Record<string, string>>
}

/** The order of the side bar: what most people need first. Every operation is in it once; a test holds that. */
export const tasks: readonly Task[] = [
  {
    title: "Verify",
    operations: {
      "keys.verifyKey": "Verify a key",
      "keys.explainKey": "Explain a verdict",
      "keys.whoami": "Look up a key by its plaintext",
    },
  },
  {
    title: "Issue",
    operations: {
      "keys.createKey": "Create a key",
      "keys.createKeys": "Create many keys",
      "keys.getKey": "Show a key",
      "keys.listKeys": "List keys",
      "keys.updateKey": "Change or disable a key",
      "keys.updateKeys": "Change or disable many keys",
    },
  },
  {
    title: "Group keys by API",
    operations: {
      "apis.createApi": "Create an API",
      "apis.getApi": "Show an API",
      "apis.listApis": "List APIs",
      "apis.listKeys": "List the keys of an API",
      "apis.updateApi": "Change an API",
      "apis.deleteApi": "Delete an API",
    },
  },
  {
    title: "Limit",
    operations: {
      "ratelimit.limit": "Check a rate limit",
      "ratelimit.multiLimit": "Check several rate limits",
      "ratelimit.setOverride": "Set an override",
      "ratelimit.getOverride": "Show an override",
      "ratelimit.listOverrides": "List overrides",
      "ratelimit.deleteOverride": "Delete an override",
      "ratelimit.listNamespaces": "List namespaces",
      "ratelimit.deleteNamespace": "Delete a namespace",
    },
  },
  { title: "Meter credits", operations: { "keys.updateCredits": "Set or change credits" } },
  {
    title: "Rotate",
    operations: {
      "keys.rerollKey": "Rotate a key",
      "rootKeys.rerollRootKey": "Rotate a root key",
    },
  },
  {
    title: "Revoke",
    operations: {
      "keys.deleteKey": "Delete a key",
      "keys.deleteKeys": "Delete many keys",
      "keys.revokeSelf": "Let a key delete itself",
      "rootKeys.deleteRootKey": "Delete a root key",
    },
  },
  {
    title: "Customers",
    operations: {
      "identities.createIdentity": "Create an identity",
      "identities.getIdentity": "Show an identity",
      "identities.listIdentities": "List identities",
      "identities.updateIdentity": "Change an identity",
      "identities.deleteIdentity": "Delete an identity",
    },
  },
  {
    title: "Permissions of a key",
    operations: {
      "keys.addPermissions": "Add permissions",
      "keys.removePermissions": "Remove permissions",
      "keys.setPermissions": "Replace permissions",
      "keys.addRoles": "Add roles",
      "keys.removeRoles": "Remove roles",
      "keys.setRoles": "Replace roles",
    },
  },
  {
    title: "Permissions and roles",
    operations: {
      "permissions.createPermission": "Create a permission",
      "permissions.getPermission": "Show a permission",
      "permissions.listPermissions": "List permissions",
      "permissions.updatePermission": "Change a permission",
      "permissions.deletePermission": "Delete a permission",
      "permissions.createRole": "Create a role",
      "permissions.getRole": "Show a role",
      "permissions.listRoles": "List roles",
      "permissions.updateRole": "Change a role",
      "permissions.setRolePermissions": "Replace the permissions of a role",
      "permissions.deleteRole": "Delete a role",
    },
  },
  {
    title: "Usage",
    operations: {
      "usage.getVerifications": "Count verifications",
      "usage.listVerifications": "List verifications",
      "usage.getRatelimits": "Count rate-limit checks",
    },
  },
  {
    title: "Audit",
    operations: {
      "events.listEvents": "List changes",
      "events.verifyChain": "Check the chain of events",
    },
  },
  {
    title: "Root keys",
    operations: {
      "rootKeys.createRootKey": "Create a root key",
      "rootKeys.getRootKey": "Show a root key",
      "rootKeys.listRootKeys": "List root keys",
      "rootKeys.updateRootKey": "Change a root key",
    },
  },
  {
    title: "People",
    operations: {
      "members.inviteMember": "Invite a member",
      "members.listMembers": "List members",
      "members.updateMember": "Change the role of a member",
      "members.removeMember": "Remove a member",
      "members.listInvitations": "List invitations",
      "members.revokeInvitation": "Revoke an invitation",
    },
  },
  {
    title: "Move in",
    operations: {
      "keys.createMigration": "Register a migration",
      "keys.migrateKeys": "Import keys by their hashes",
      "keys.listMigrations": "List migrations",
    },
  },
  {
    title: "Operate",
    operations: {
      "workspaces.createWorkspace": "Create a workspace",
      "workspaces.getWorkspace": "Show a workspace",
      "workspaces.listWorkspaces": "List workspaces",
      "workspaces.updateWorkspace": "Change a workspace",
      "workspaces.disableWorkspace": "Disable a workspace",
      "workspaces.enableWorkspace": "Enable a workspace",
      "workspaces.deleteWorkspace": "Delete a workspace",
      "users.listUsers": "List users",
      "users.updateUser": "Make a user an operator",
      "users.createResetLink": "Let a user set a new password",
      "users.listResetLinks": "List reset links",
      "users.revokeResetLink": "Revoke a reset link",
      "users.deleteUser": "Delete a user",
      "nodes.listNodes": "List nodes",
    },
  },
  {
    title: "Service",
    operations: {
      liveness: "Check that the process responds",
      readiness: "Check that the server is ready",
      metrics: "Metrics for Prometheus",
      openapi: "The OpenAPI document",
      reference: "This reference",
      errorIndex: "All errors",
      errorPage: "One error",
    },
  },
  {
    title: "Sign in with a browser",
    operations: {
      "sessions.getSession": "Show the session",
      "sessions.getSignInMethods": "Show how people sign in",
      "sessions.signIn": "Sign in",
      "sessions.getPasskeyChallenge": "Start a sign-in with a passkey",
      "sessions.signOut": "Sign out",
      "setup.getState": "Show what the setup offers",
      "setup.createFirstUser": "Create the first user",
      "invitations.getInvitation": "Show an invitation",
      "invitations.acceptInvitation": "Accept an invitation",
      "resets.useReset": "Use a reset link",
    },
  },
  {
    title: "Your account",
    operations: {
      "account.getAccount": "Show the account",
      "account.updateAccount": "Change the name",
      "account.changePassword": "Change the password",
      "account.listPasskeys": "List passkeys",
      "account.getPasskeyChallenge": "Start adding a passkey",
      "account.addPasskey": "Add a passkey",
      "account.removePasskey": "Remove a passkey",
      "account.listSessions": "List sessions",
      "account.revokeSession": "End a session",
      "account.revokeOtherSessions": "End all other sessions",
      "account.linkOidc": "Link a provider account",
      "account.unlinkOidc": "Unlink a provider account",
    },
  },
  {
    title: "Sign a terminal in",
    operations: {
      "deviceLogins.startLogin": "Start a device login",
      "deviceLogins.getLogin": "Show a device login",
      "deviceLogins.approveLogin": "Approve a device login",
      "deviceLogins.denyLogin": "Refuse a device login",
      "deviceLogins.collectKey": "Collect the root key",
    },
  },
  {
    title: "As Unkey clients call it",
    operations: {
      "rootKeys.createKey": "Create a root key",
      "rootKeys.listKeys": "List root keys",
      "rootKeys.updateKey": "Change a root key",
      "rootKeys.rerollKey": "Rotate a root key",
      "rootKeys.deleteKey": "Delete a root key",
      "workspace.getLimits": "Show the limits of a workspace",
      "workspace.getUsage": "Show the usage of a workspace",
    },
  },
]

const homes = new Map(
  tasks.flatMap((task) => Object.entries(task.operations).map(([name, title]) => [name, { task: task.title, title }])),
)

/** The task of an operation and its title there. */
export function homeOf(name: string): { readonly task: string; readonly title: string } {
  return homes.get(name) ?? { task: "Operations", title: name }
}

/** The operations before and after one, in the order of the side bar. */
export function neighboursOf(name: string) {
  const names = [...homes.keys()]
  const place = names.indexOf(name)
  return { previous: names[place - 1], next: names[place + 1] }
}
