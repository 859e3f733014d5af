import type { Key, Role } from "@keyward/client"
import { CustomerLink } from "../../parts/links.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { AddPermissions } from "../../parts/permissions/add-permissions.tsx"
import css from "../../parts/permissions/held.module.css"
import { HeldList, type HeldPermission } from "../../parts/permissions/held-list.tsx"
import { useChange } from "../../queries.ts"
import { Badge } from "../../ui/badge.tsx"
import { Card } from "../../ui/card.tsx"
import { visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { ScopeSwitch } from "./scope-switch.tsx"

interface HeldProps {
  readonly apiKey: Key
  /** The roles of the key with their permissions, once they are known. */
  readonly roles: readonly Role[] | undefined
  /** What the customer of the key has. */
  readonly inherited: readonly string[]
  readonly mayUpdate: boolean
  readonly mayAdd: boolean
  readonly mayRemove: boolean
}

/** Every permission with its sources, and a way to add and remove direct ones. */
export function HeldPermissions({ apiKey, roles = [], inherited, mayUpdate, mayAdd, mayRemove }: HeldProps) {
  const { keyId, scoped, directPermissions = [] } = apiKey
  const undo = useChange((client, slug: string) => client.keys.addPermissions({ keyId, permissions: [slug] }))
  const removal = useChange((client, slug: string) => client.keys.removePermissions({ keyId, permissions: [slug] }), {
    done: (_, slug) => ({
      title: removedSentence(slug, keeperOf(slug, roles, scoped ? [] : inherited)),
      ...(mayAdd && { action: { label: "Undo", onSelect: () => undo.run(slug) } }),
    }),
  })
  const held = slugsOf(apiKey, roles).map((slug): HeldPermission => {
    const isDirect = directPermissions.includes(slug)
    const isInEffect = apiKey.permissions.includes(slug)
    return {
      slug,
      isInEffect,
      isRemovable: mayRemove && isDirect,
      sources: (
        <>
          {givers(roles, slug).map((name) => (
            <Badge key={name} tone="info">
              role {visibleText(name)}
            </Badge>
          ))}
          {isDirect && <Badge>direct</Badge>}
          {inherited.includes(slug) && <Badge tone="good">customer</Badge>}
          {!isInEffect && <Badge tone="warn">{apiKey.identity ? "customer lacks it" : "no customer"}</Badge>}
        </>
      ),
    }
  })
  return (
    <Card title="Permissions">
      <Stack>
        <WhoMay needs={`api.${apiKey.apiId}.update_key`} />
        <ScopeSwitch apiKey={apiKey} mayUpdate={mayUpdate} />
        {held.length === 0 ? (
          <p className={css.none}>None. The key passes only verifications that ask for no permission.</p>
        ) : (
          <HeldList held={held} onRemove={removal.run} />
        )}
        {apiKey.identity && inherited.length > 0 && (
          <p className={css.none}>
            <CustomerLink id={apiKey.identity.id} name={apiKey.identity.externalId} /> has the permissions that are
            marked “customer”.
          </p>
        )}
        {mayAdd && (
          <AddPermissions
            add={(client, permissions) => client.keys.addPermissions({ keyId, permissions })}
            hint="For this key only."
          />
        )}
      </Stack>
    </Card>
  )
}

/** A scoped key also stores permissions that it does not hold. */
function slugsOf({ permissions, directPermissions = [] }: Key, roles: readonly Role[]): readonly string[] {
  const ofRoles = roles.flatMap((role) => role.permissions.map(({ slug }) => slug))
  return [...new Set([...permissions, ...directPermissions, ...ofRoles])].sort()
}

function removedSentence(slug: string, keeper: string | undefined): string {
  return keeper === undefined
    ? `Removed ${visibleText(slug)}. The next verification is judged without it.`
    : `Removed ${visibleText(slug)} from the key itself. ${keeper} still gives it.`
}

function keeperOf(slug: string, roles: readonly Role[], inherited: readonly string[]): string | undefined {
  if (givers(roles, slug).length > 0) return "A role"
  return inherited.includes(slug) ? "The customer" : undefined
}

function givers(roles: readonly Role[], slug: string): readonly string[] {
  return roles.filter(({ permissions }) => permissions.some((one) => one.slug === slug)).map(({ name }) => name)
}
