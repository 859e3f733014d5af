import type { Permission, Result, Role } from "@keyward/client"
import type { Client } from "../../client.ts"
import { useChange } from "../../queries.ts"
import { visibleText } from "../../ui/format.ts"

interface Difference {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

/**
 * Adds permissions to a role or removes them. The API only replaces the whole set, so the present one is read just
 * before; permissions that another user has added stay.
 */
export function useChangePermissions({ id, name }: Role, onDone: () => void) {
  const undo = useChange((client, difference: Difference) => changed(client, id, difference))
  return useChange((client, difference: Difference) => changed(client, id, difference), {
    onDone,
    done: (_, { add = [], remove = [] }) => ({
      title:
        add.length > 0
          ? `Added ${add.join(", ")}. Every key with the role ${visibleText(name)} holds it now.`
          : `Removed ${remove.join(", ")}. No key holds it through the role ${visibleText(name)} any more.`,
      action: { label: "Undo", onSelect: () => undo.run({ add: remove, remove: add }) },
    }),
  })
}

async function changed(client: Client, roleId: string, difference: Difference): Promise<Result<readonly Permission[]>> {
  const role = await client.permissions.getRole({ role: roleId })
  if (role.error) return role
  const { add = [], remove = [] } = difference
  const slugs = role.data.permissions.map(({ slug }) => slug)
  const wanted = new Set([...slugs, ...add].filter((slug) => !remove.includes(slug)))
  return client.permissions.setRolePermissions({ roleId, permissions: [...wanted] })
}
