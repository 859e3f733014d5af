/** A section that names operations shows these first. All others are in the section that their resource declares. */
export interface Section {
  readonly title: string
  readonly operations?: readonly string[]
}

/** What most people need first. */
export const daily: readonly Section[] = [
  {
    title: "Verify",
    operations: ["keys.verifyKey", "keys.explainKey", "keys.whoami"],
  },
  { title: "Issue" },
  { title: "Group keys by API" },
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
    operations: [
      "keys.rotateKey",
      "keys.finishRotation",
      "keys.cancelRotation",
      "keys.rerollKey",
      "rootKeys.rerollRootKey",
    ],
  },
  {
    title: "Revoke",
    operations: ["keys.deleteKey", "keys.deleteKeys", "keys.revokeSelf", "rootKeys.deleteRootKey"],
  },
  { title: "Customers" },
  {
    title: "Portal",
    operations: ["portal.createSession", "portal.listSessions", "portal.revokeSessions", "portal.getPortal"],
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
    operations: [
      "usage.getVerifications",
      "usage.listUsage",
      "usage.listVerifications",
      "usage.getIncident",
      "usage.getRatelimits",
    ],
  },
  {
    title: "Audit",
    operations: ["events.listEvents", "events.verifyChain"],
  },
]

/** What comes after the sections of other resources. */
export const seldom: readonly Section[] = [
  { title: "Root keys" },
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

/** Pages of the service, which are no operations, and their titles. */
export const servicePages: Readonly<Record<string, string>> = {
  liveness: "Check that the process responds",
  readiness: "Check that the server is ready",
  metrics: "Metrics for Prometheus",
  openapi: "The OpenAPI document",
  reference: "This reference",
  errorIndex: "All errors",
  errorPage: "One error",
}
