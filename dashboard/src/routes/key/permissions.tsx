import type { Key, Result, Role } from "@keyward/client"
import type { Client } from "../../client.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Columns } from "../../ui/page.tsx"
import { HeldPermissions } from "./held-permissions.tsx"
import { HeldRoles } from "./held-roles.tsx"

/** The permissions of a key, and where each comes from. */
export function KeyPermissions({ apiKey }: { readonly apiKey: Key }) {
  const can = useCan()
  const { data: roles } = useRead(["roles-of-key", apiKey.roles], (client) => rolesNamed(client, apiKey.roles), {
    isEnabled: can("rbac.*.read_role"),
  })
  const inherited = useInherited(apiKey)
  const mayUpdate = can(`api.${apiKey.apiId}.update_key`)
  return (
    <Columns>
      <HeldPermissions
        apiKey={apiKey}
        inherited={inherited}
        mayAdd={mayUpdate && can("rbac.*.add_permission_to_key")}
        mayRemove={mayUpdate && can("rbac.*.remove_permission_from_key")}
        mayUpdate={mayUpdate}
        roles={roles}
      />
      <HeldRoles
        apiKey={apiKey}
        mayAdd={mayUpdate && can("rbac.*.add_role_to_key")}
        mayRemove={mayUpdate && can("rbac.*.remove_role_from_key")}
        roles={roles}
      />
    </Columns>
  )
}

/** The permissions of the customer. A person who may not read the customer sees only those that the key lacks itself. */
function useInherited({ identity, inheritedPermissions }: Key): readonly string[] {
  const identityId = identity?.id ?? ""
  const isEnabled = useCan()(`identity.${identityId}.read_identity`) && identity !== undefined
  const { data } = useRead(["customer", identityId], (client) => client.identities.getIdentity({ identityId }), {
    isEnabled,
    everyMs: 15_000,
  })
  return (data?.id === identityId ? data.permissions : undefined) ?? inheritedPermissions
}

/** The roles one after the other; a key has few. */
async function rolesNamed(client: Client, [name, ...rest]: readonly string[]): Promise<Result<readonly Role[]>> {
  if (name === undefined) return { data: [], requestId: "", headers: new Headers() }
  const role = await client.permissions.getRole({ role: name })
  if (role.error) return role
  const others = await rolesNamed(client, rest)
  return others.error ? others : { ...role, data: [role.data, ...others.data] }
}
