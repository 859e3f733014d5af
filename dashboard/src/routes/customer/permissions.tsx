import type { Identity, Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { AddPermissions } from "../../parts/permissions/add-permissions.tsx"
import css from "../../parts/permissions/held.module.css"
import { HeldList } from "../../parts/permissions/held-list.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"

/** The permissions that every key of the customer holds. */
export function CustomerPermissions({ customer }: { readonly customer: Identity }) {
  const { id, permissions = [] } = customer
  const can = useCan()
  const mayUpdate = can(`identity.${id}.update_identity`)
  const mayAdd = mayUpdate && can("rbac.*.add_permission_to_key")
  const mayRemove = mayUpdate && can("rbac.*.remove_permission_from_key")
  const add = (client: Client, slugs: readonly string[]) =>
    changePermissions(client, id, (held) => [...new Set([...held, ...slugs])])
  const undo = useChange((client, slug: string) => add(client, [slug]), {
    done: (_, slug) => ({ title: `Undone. Every key of this customer holds ${visibleText(slug)} again.` }),
  })
  const removal = useChange(
    (client, slug: string) => changePermissions(client, id, (held) => held.filter((one) => one !== slug)),
    {
      done: (_, slug, effect) => ({
        title: `Removed ${visibleText(slug)}. Only keys that hold it themselves keep it.`,
        description: effect,
        ...(mayAdd && { action: { label: "Undo", onSelect: () => undo.run(slug) } }),
      }),
    },
  )
  return (
    <Card title="Permissions of all its keys">
      <Stack>
        <p>
          Every key of this customer holds these permissions beside its own. A key that is scoped to the customer holds
          only those of its own that are listed here.
        </p>
        <WhoMay needs={`identity.${id}.update_identity`} />
        {permissions.length === 0 ? (
          <p className={css.none}>None. Each key holds only its own permissions.</p>
        ) : (
          <HeldList held={permissions.map((slug) => ({ slug, isRemovable: mayRemove }))} onRemove={removal.run} />
        )}
        {mayAdd && <AddPermissions add={add} hint="For all keys of this customer, at most 200." />}
      </Stack>
    </Card>
  )
}

/** Begins with the stored set, because a call replaces all of it and another person may have changed it. */
async function changePermissions(
  client: Client,
  identityId: string,
  change: (held: readonly string[]) => readonly string[],
): Promise<Result<Identity>> {
  const stored = await client.identities.getIdentity({ identityId })
  if (stored.error) return stored
  return client.identities.updateIdentity({
    identity: identityId,
    permissions: [...change(stored.data.permissions ?? [])],
  })
}
