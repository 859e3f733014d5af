import type { Key, Role } from "@keyward/client"
import { useState } from "react"
import { errorWithin, generalError } from "../../error-messages.ts"
import { PermissionPicker } from "../../parts/permissions/permission-picker.tsx"
import { useChange } from "../../queries.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Form } from "../../ui/form.tsx"
import { visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { Banner } from "../../ui/states.tsx"
import css from "./held.module.css"

interface HeldProps {
  readonly apiKey: Key
  /** The roles of the key with their permissions, once they are known. */
  readonly roles: readonly Role[] | undefined
  readonly mayAdd: boolean
  readonly mayRemove: boolean
}

/** Every permission with its source, and a way to add and remove direct ones. */
export function HeldPermissions({ apiKey, roles, mayAdd, mayRemove }: HeldProps) {
  const { keyId, permissions, directPermissions = [] } = apiKey
  const addition = useChange((client, slugs: readonly string[]) =>
    client.keys.addPermissions({ keyId, permissions: slugs }),
  )
  const removal = useChange((client, slug: string) => client.keys.removePermissions({ keyId, permissions: [slug] }), {
    done: (_, slug) => ({
      title: givers(roles, slug).length > 0 ? keptSentence(slug) : lostSentence(slug),
      ...(mayAdd && { action: { label: "Undo", onSelect: () => addition.run([slug]) } }),
    }),
  })
  return (
    <Card title="Permissions">
      <Stack>
        {permissions.length === 0 ? (
          <p className={css.none}>None. The key passes only verifications that ask for no permission.</p>
        ) : (
          <ul className={css.list}>
            {permissions.map((slug) => {
              const from = givers(roles, slug)
              const isDirect = directPermissions.includes(slug)
              return (
                <li className={css.row} key={slug}>
                  <Mono>{visibleText(slug)}</Mono>
                  <span className={css.end}>
                    {from.map((name) => (
                      <Badge key={name} tone="info">
                        role {visibleText(name)}
                      </Badge>
                    ))}
                    {isDirect && <Badge>direct</Badge>}
                    {mayRemove && isDirect && (
                      <IconButton
                        icon="cross"
                        label={`Remove ${visibleText(slug)}`}
                        onClick={() => removal.run(slug)}
                        size="small"
                      />
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
        {mayAdd && <Addition keyId={keyId} />}
      </Stack>
    </Card>
  )
}

function lostSentence(slug: string): string {
  return `Removed ${visibleText(slug)}. The next verification is judged without it.`
}

function keptSentence(slug: string): string {
  return `Removed ${visibleText(slug)} from the key itself. A role still gives it.`
}

function givers(roles: readonly Role[] | undefined, slug: string): readonly string[] {
  return (roles ?? []).filter(({ permissions }) => permissions.some((one) => one.slug === slug)).map(({ name }) => name)
}

function Addition({ keyId }: { readonly keyId: string }) {
  const [slugs, setSlugs] = useState<readonly string[]>([])
  const change = useChange(
    (client, permissions: readonly string[]) => client.keys.addPermissions({ keyId, permissions }),
    {
      done: (_, added) => ({ title: `Added ${visibleText(added.join(", "))}.` }),
      onDone: () => setSlugs([]),
      showsError: true,
    },
  )
  const general = generalError(change.error, ["permissions"])
  return (
    <Form onSubmit={() => change.run(slugs)}>
      <PermissionPicker
        allowsNew
        error={errorWithin(change.error, "permissions")}
        hint="Direct permissions, beside those of roles. A slug that does not exist yet is created."
        label="Add permissions"
        onChange={setSlugs}
        value={slugs}
      />
      {general && <Banner tone="bad">{general}</Banner>}
      <div>
        <Button disabled={slugs.length === 0} isBusy={change.isBusy} type="submit">
          Add
        </Button>
      </div>
    </Form>
  )
}
