import type { Key, Role } from "@keyward/client"
import { useState } from "react"
import { errorWithin, generalError } from "../../error-messages.ts"
import { RoleLink } from "../../parts/links.tsx"
import css from "../../parts/permissions/held.module.css"
import { RolePicker } from "../../parts/permissions/permission-picker.tsx"
import { useChange } from "../../queries.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form } from "../../ui/form.tsx"
import { visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { Banner } from "../../ui/states.tsx"

interface HeldRolesProps {
  readonly apiKey: Key
  /** The roles with their permissions, once they are known. Undefined for people who may not read roles. */
  readonly roles: readonly Role[] | undefined
  readonly mayAdd: boolean
  readonly mayRemove: boolean
}

/** The roles of a key with what each gives. */
export function HeldRoles({ apiKey, roles, mayAdd, mayRemove }: HeldRolesProps) {
  const { keyId } = apiKey
  const addition = useChange((client, role: string) => client.keys.addRoles({ keyId, roles: [role] }))
  const removal = useChange((client, role: string) => client.keys.removeRoles({ keyId, roles: [role] }), {
    done: (_, role) => ({
      title: `Removed the role ${visibleText(role)}. The next verification is judged without it.`,
      ...(mayAdd && { action: { label: "Undo", onSelect: () => addition.run(role) } }),
    }),
  })
  return (
    <Card title="Roles">
      <Stack>
        {apiKey.roles.length === 0 ? (
          <p className={css.none}>None. A role gives the same permissions to many keys.</p>
        ) : (
          <ul className={css.list}>
            {apiKey.roles.map((name) => (
              <li className={css.row} key={name}>
                <span className={css.role}>
                  <strong>{roles === undefined ? visibleText(name) : <RoleLink name={name} />}</strong>
                  <span className={css.gives}>{givesOf(roles, name)}</span>
                </span>
                {mayRemove && (
                  <span className={css.end}>
                    <IconButton
                      icon="cross"
                      label={`Remove the role ${visibleText(name)}`}
                      onClick={() => removal.run(name)}
                      size="small"
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayAdd && <Addition keyId={keyId} />}
      </Stack>
    </Card>
  )
}

function givesOf(roles: readonly Role[] | undefined, name: string): string {
  const role = roles?.find((one) => one.name === name)
  if (role === undefined) return ""
  if (role.permissions.length === 0) return "gives no permission"
  return visibleText(role.permissions.map(({ slug }) => slug).join(", "))
}

function Addition({ keyId }: { readonly keyId: string }) {
  const [names, setNames] = useState<readonly string[]>([])
  const change = useChange((client, roles: readonly string[]) => client.keys.addRoles({ keyId, roles }), {
    done: (_, added) => ({ title: `Added ${visibleText(added.join(", "))}.` }),
    onDone: () => setNames([]),
    showsError: true,
  })
  const general = generalError(change.error, ["roles"])
  return (
    <Form onSubmit={() => change.run(names)}>
      <RolePicker error={errorWithin(change.error, "roles")} label="Add roles" onChange={setNames} value={names} />
      {general && <Banner tone="bad">{general}</Banner>}
      <div>
        <Button disabled={names.length === 0} isBusy={change.isBusy} type="submit">
          Add
        </Button>
      </div>
    </Form>
  )
}
