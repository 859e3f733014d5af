/** What can be taken from a customer in the portal, and what its page gets from then on. */

export interface CustomerInPortal {
  readonly sessionId: string
  readonly externalId: string
  readonly keyId: string
  /** The key that has made the link, and that may do no more than that. */
  readonly rootKeyId: string
  readonly apiId: string
}

type Change = readonly [operation: string, body: object]

export interface Loss {
  readonly what: string
  take(customer: CustomerInPortal): Change
  /** Response to a change of the key. */
  readonly write: string
  /** What a list shows: an error, or whether the key is in it. */
  readonly read: string
  /** Gives the others back what they have lost too. */
  restore?(customer: CustomerInPortal): Change
}

const ended = { write: "401 authentication/session_expired", read: "401 authentication/session_expired" }
const hidden = { write: "404 data/key_not_found", read: "absent" }

export const losses: readonly Loss[] = [
  { what: "the session", take: ({ sessionId }) => ["portal.revokeSessions", { sessionId }], ...ended },
  {
    what: "all its sessions",
    take: ({ externalId }) => ["portal.revokeSessions", { identity: externalId }],
    ...ended,
  },
  {
    what: "the identity, disabled",
    take: ({ externalId }) => ["identities.updateIdentity", { identity: externalId, enabled: false }],
    ...ended,
  },
  {
    what: "the identity, deleted",
    take: ({ externalId }) => ["identities.deleteIdentity", { identity: externalId }],
    ...ended,
  },
  {
    what: "the portal",
    take: () => ["portal.updatePortal", { enabled: false }],
    restore: () => ["portal.updatePortal", { enabled: true }],
    ...ended,
  },
  {
    what: "the root key of the link, disabled",
    take: ({ rootKeyId }) => ["rootKeys.updateRootKey", { rootKeyId, enabled: false }],
    ...ended,
  },
  {
    what: "the root key of the link, deleted",
    take: ({ rootKeyId }) => ["rootKeys.deleteRootKey", { rootKeyId }],
    ...ended,
  },
  {
    what: "the permission of the root key of the link",
    take: ({ rootKeyId }) => ["rootKeys.updateRootKey", { rootKeyId, permissions: ["portal.*.read_portal"] }],
    ...ended,
  },
  {
    what: "an action of the portal",
    take: () => ["portal.updatePortal", { actions: ["create", "rotate", "revoke"] }],
    restore: () => ["portal.updatePortal", { actions: null }],
    write: "403 authorization/insufficient_permissions",
    read: "present",
  },
  {
    what: "an API of the portal",
    take: () => ["portal.updatePortal", { apis: [] }],
    restore: ({ apiId }) => ["portal.updatePortal", { apis: [apiId] }],
    ...hidden,
  },
  {
    what: "the key, which has another owner",
    take: ({ keyId, externalId }) => ["keys.updateKey", { keyId, externalId: `other than ${externalId}` }],
    ...hidden,
  },
  { what: "the key, deleted", take: ({ keyId }) => ["keys.deleteKey", { keyId }], ...hidden },
]
