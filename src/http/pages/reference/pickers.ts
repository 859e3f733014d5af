interface Picker {
  readonly field: string
  /** The operation that lists what the field can name. */
  readonly list: string
  /** The field of an entry that becomes the value, and the one that people recognize. */
  readonly value: string
  readonly label: string
}

/** Fields that name an object of the caller. "Try it" offers those that exist. */
const pickers: readonly Picker[] = [
  { field: "apiId", list: "apis.listApis", value: "id", label: "name" },
  { field: "keyId", list: "keys.listKeys", value: "keyId", label: "name" },
  { field: "identity", list: "identities.listIdentities", value: "externalId", label: "identityId" },
  { field: "externalId", list: "identities.listIdentities", value: "externalId", label: "identityId" },
  { field: "role", list: "permissions.listRoles", value: "name", label: "description" },
  { field: "permission", list: "permissions.listPermissions", value: "slug", label: "name" },
  { field: "namespace", list: "ratelimit.listNamespaces", value: "name", label: "id" },
  { field: "rootKeyId", list: "rootKeys.listRootKeys", value: "rootKeyId", label: "name" },
  { field: "userId", list: "members.listMembers", value: "userId", label: "email" },
  { field: "invitationId", list: "members.listInvitations", value: "invitationId", label: "email" },
  { field: "migrationId", list: "keys.listMigrations", value: "migrationId", label: "name" },
]

/** The pickers for the fields of a body. */
export function pickersFor(body: unknown): readonly Picker[] {
  if (typeof body !== "object" || body === null) return []
  return pickers.filter(({ field }) => field in body)
}
