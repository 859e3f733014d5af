import { operations } from "../../../operations/index.ts"

/** A task of the reader, and the operations that do it. */
export interface Task {
  readonly title: string
  /** Names of operations, in the order of the side bar. */
  readonly operations: readonly string[]
}

/** The order of the side bar: what most people need first. Every operation is in it once; a test holds that. */
export const tasks: readonly Task[] = [
  {
    title: "Verify",
    operations: ["keys.verifyKey", "keys.explainKey", "keys.whoami"],
  },
  {
    title: "Issue",
    operations: [
      "keys.createKey",
      "keys.createKeys",
      "keys.getKey",
      "keys.listKeys",
      "keys.updateKey",
      "keys.updateKeys",
    ],
  },
  {
    title: "Group keys by API",
    operations: ["apis.createApi", "apis.getApi", "apis.listApis", "apis.listKeys", "apis.updateApi", "apis.deleteApi"],
  },
  {
    title: "Limit",
    operations: [
      "ratelimit.limit",
      "ratelimit.multiLimit",
      "ratelimit.setOverride",
      "ratelimit.getOverride",
      "ratelimit.listOverrides",
      "ratelimit.deleteOverride",
      "ratelimit.listNamespaces",
      "ratelimit.deleteNamespace",
    ],
  },
  { title: "Meter credits", operations: ["keys.updateCredits"] },
  {
    title: "Rotate",
    operations: ["keys.rerollKey", "rootKeys.rerollRootKey"],
  },
  {
    title: "Revoke",
    operations: ["keys.deleteKey", "keys.deleteKeys", "keys.revokeSelf", "rootKeys.deleteRootKey"],
  },
  {
    title: "Customers",
    operations: [
      "identities.createIdentity",
      "identities.getIdentity",
      "identities.listIdentities",
      "identities.updateIdentity",
      "identities.deleteIdentity",
    ],
  },
  {
    title: "Permissions of a key",
    operations: [
      "keys.addPermissions",
      "keys.removePermissions",
      "keys.setPermissions",
      "keys.addRoles",
      "keys.removeRoles",
      "keys.setRoles",
    ],
  },
  {
    title: "Permissions and roles",
    operations: [
      "permissions.createPermission",
      "permissions.getPermission",
      "permissions.listPermissions",
      "permissions.updatePermission",
      "permissions.deletePermission",
      "permissions.createRole",
      "permissions.getRole",
      "permissions.listRoles",
      "permissions.updateRole",
      "permissions.setRolePermissions",
      "permissions.deleteRole",
    ],
  },
  {
    title: "Usage",
    operations: ["usage.getVerifications", "usage.listVerifications", "usage.getRatelimits"],
  },
  {
    title: "Audit",
    operations: ["events.listEvents", "events.verifyChain"],
  },
  {
    title: "Root keys",
    operations: ["rootKeys.createRootKey", "rootKeys.getRootKey", "rootKeys.listRootKeys", "rootKeys.updateRootKey"],
  },
  {
    title: "People",
    operations: [
      "members.inviteMember",
      "members.listMembers",
      "members.updateMember",
      "members.removeMember",
      "members.listInvitations",
      "members.revokeInvitation",
    ],
  },
  {
    title: "Move in",
    operations: ["keys.createMigration", "keys.migrateKeys", "keys.listMigrations"],
  },
  {
    title: "Operate",
    operations: [
      "workspaces.createWorkspace",
      "workspaces.getWorkspace",
      "workspaces.listWorkspaces",
      "workspaces.updateWorkspace",
      "workspaces.disableWorkspace",
      "workspaces.enableWorkspace",
      "workspaces.deleteWorkspace",
      "users.listUsers",
      "users.updateUser",
      "users.createResetLink",
      "users.listResetLinks",
      "users.revokeResetLink",
      "users.deleteUser",
      "nodes.listNodes",
    ],
  },
  {
    title: "Service",
    operations: ["liveness", "readiness", "metrics", "openapi", "reference", "errorIndex", "errorPage"],
  },
  {
    title: "Sign in with a browser",
    operations: [
      "sessions.getSession",
      "sessions.getSignInMethods",
      "sessions.signIn",
      "sessions.getPasskeyChallenge",
      "sessions.signOut",
      "setup.getState",
      "setup.createFirstUser",
      "invitations.getInvitation",
      "invitations.acceptInvitation",
      "resets.useReset",
    ],
  },
  {
    title: "Your account",
    operations: [
      "account.getAccount",
      "account.updateAccount",
      "account.changePassword",
      "account.listPasskeys",
      "account.getPasskeyChallenge",
      "account.addPasskey",
      "account.removePasskey",
      "account.listSessions",
      "account.revokeSession",
      "account.revokeOtherSessions",
      "account.linkOidc",
      "account.unlinkOidc",
    ],
  },
  {
    title: "Sign a terminal in",
    operations: [
      "deviceLogins.startLogin",
      "deviceLogins.getLogin",
      "deviceLogins.approveLogin",
      "deviceLogins.denyLogin",
      "deviceLogins.collectKey",
    ],
  },
  {
    title: "As Unkey clients call it",
    operations: [
      "rootKeys.createKey",
      "rootKeys.listKeys",
      "rootKeys.updateKey",
      "rootKeys.rerollKey",
      "rootKeys.deleteKey",
      "workspace.getLimits",
      "workspace.getUsage",
    ],
  },
]

/** Pages of the service, which are no operations. */
const servicePages: Readonly<Record<string, string>> = {
  liveness: "Check that the process responds",
  readiness: "Check that the server is ready",
  metrics: "Metrics for Prometheus",
  openapi: "The OpenAPI document",
  reference: "This reference",
  errorIndex: "All errors",
  errorPage: "One error",
}

const titles = new Map([
  ...operations.map(({ name, title }) => [name, title] as const),
  ...Object.entries(servicePages),
])

const homes = new Map(tasks.flatMap((task) => task.operations.map((name) => [name, task.title])))

/** The task of an operation, and its title. */
export function homeOf(name: string): { readonly task: string; readonly title: string } {
  return { task: homes.get(name) ?? "Operations", title: titles.get(name) ?? name }
}

/** The operations before and after one, in the order of the side bar. */
export function neighboursOf(name: string) {
  const names = [...homes.keys()]
  const place = names.indexOf(name)
  return { previous: names[place - 1], next: names[place + 1] }
}
