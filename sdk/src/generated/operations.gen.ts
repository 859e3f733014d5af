// Written by `npm run gen` from the operations of the service. Change those instead of this.

export const version = "0.1.0"

/** Every operation that takes a key, by resource; its kind decides when a call may be repeated. */
export const operations = {
  apis: {
    createApi: "mutation",
    deleteApi: "mutation",
    getApi: "query",
    listApis: "pages",
    listKeys: "pages",
    updateApi: "mutation",
  },
  events: {
    listEvents: "pages",
    verifyChain: "query",
  },
  identities: {
    createIdentity: "mutation",
    deleteIdentity: "mutation",
    getIdentity: "query",
    listIdentities: "pages",
    updateIdentity: "mutation",
  },
  keys: {
    addPermissions: "mutation",
    addRoles: "mutation",
    createKey: "mutation",
    createKeys: "mutation",
    createMigration: "mutation",
    deleteKey: "mutation",
    deleteKeys: "mutation",
    explainKey: "query",
    getKey: "query",
    listKeys: "pages",
    listMigrations: "pages",
    migrateKeys: "mutation",
    removePermissions: "mutation",
    removeRoles: "mutation",
    rerollKey: "mutation",
    revokeSelf: "mutation",
    setPermissions: "mutation",
    setRoles: "mutation",
    updateCredits: "mutation",
    updateKey: "mutation",
    updateKeys: "mutation",
    verifyKey: "consumption",
    whoami: "query",
  },
  members: {
    inviteMember: "mutation",
    listInvitations: "pages",
    listMembers: "pages",
    removeMember: "mutation",
    revokeInvitation: "mutation",
    updateMember: "mutation",
  },
  nodes: {
    listNodes: "query",
  },
  permissions: {
    createPermission: "mutation",
    createRole: "mutation",
    deletePermission: "mutation",
    deleteRole: "mutation",
    getPermission: "query",
    getRole: "query",
    listPermissions: "pages",
    listRoles: "pages",
    setRolePermissions: "mutation",
    updatePermission: "mutation",
    updateRole: "mutation",
  },
  ratelimit: {
    deleteNamespace: "mutation",
    deleteOverride: "mutation",
    getOverride: "query",
    limit: "consumption",
    listNamespaces: "pages",
    listOverrides: "pages",
    multiLimit: "consumption",
    setOverride: "mutation",
  },
  rootKeys: {
    createKey: "mutation",
    createRootKey: "mutation",
    deleteKey: "mutation",
    deleteRootKey: "mutation",
    getRootKey: "query",
    listKeys: "pages",
    listRootKeys: "pages",
    rerollKey: "mutation",
    rerollRootKey: "mutation",
    updateKey: "mutation",
    updateRootKey: "mutation",
  },
  usage: {
    getRatelimits: "query",
    getVerifications: "query",
    listVerifications: "pages",
  },
  users: {
    createResetLink: "mutation",
    deleteUser: "mutation",
    listUsers: "pages",
    updateUser: "mutation",
  },
  workspace: {
    getLimits: "query",
    getUsage: "query",
  },
  workspaces: {
    createWorkspace: "mutation",
    deleteWorkspace: "mutation",
    disableWorkspace: "mutation",
    enableWorkspace: "mutation",
    getWorkspace: "query",
    listWorkspaces: "pages",
    updateWorkspace: "mutation",
  },
} as const

/** The operations for pages, which need a session or nothing. */
export const pageOperations = {
  account: {
    changePassword: "once",
    getAccount: "query",
    listSessions: "query",
    revokeOtherSessions: "mutation",
    revokeSession: "mutation",
    updateAccount: "mutation",
  },
  invitations: {
    acceptInvitation: "once",
    getInvitation: "query",
  },
  resets: {
    useReset: "once",
  },
  sessions: {
    signIn: "once",
    signOut: "once",
  },
  setup: {
    createFirstUser: "once",
    getState: "query",
  },
} as const
