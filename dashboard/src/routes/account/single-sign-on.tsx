import type { OidcAccount } from "@keyward/client"
import { useState } from "react"
import { useChange, useRead } from "../../queries.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { visibleText } from "../../ui/format.ts"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import css from "./account.module.css"
import { RemoveWayIn } from "./remove-way-in.tsx"

/** Accounts at the provider of the company. Hidden where there is no provider. */
export function SingleSignOn({ accounts }: { readonly accounts: readonly OidcAccount[] }) {
  const { data: methods } = useRead(["sign-in-methods"], (client) => client.sessions.getSignInMethods({}))
  const [unlinked, setUnlinked] = useState<OidcAccount>()
  const link = useChange((client) => client.account.linkOidc({}), { onDone: ({ url }) => location.assign(url) })
  const provider = methods?.oidc
  if (provider === undefined && accounts.length === 0) return null
  return (
    <Card isFlush title="Single sign-on">
      {accounts.length > 0 && (
        <Table
          columns={columnsFor(setUnlinked)}
          isFlush
          label="Linked accounts"
          rowKey={({ issuer }) => issuer}
          rows={accounts}
        />
      )}
      {provider && accounts.length === 0 && (
        <div className={css.below}>
          <p>Sign in with your account at {visibleText(provider.host)} instead of a password.</p>
          <Button isBusy={link.isBusy} onClick={() => link.run(undefined)}>
            Link your account
          </Button>
        </div>
      )}
      {unlinked && (
        <RemoveWayIn
          action="Unlink"
          done="The account is unlinked."
          onClose={() => setUnlinked(undefined)}
          remove={(client, allowLast) => client.account.unlinkOidc({ issuer: unlinked.issuer, allowLast })}
          title={`Unlink the account at ${hostOf(unlinked)}?`}
        />
      )}
    </Card>
  )
}

function columnsFor(onUnlink: (account: OidcAccount) => void): readonly Column<OidcAccount>[] {
  return [
    { key: "provider", title: "Provider", role: "main", cell: hostOf },
    { key: "linked", title: "Linked", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
    {
      key: "unlink",
      title: "Unlink",
      role: "menu",
      cell: (account) => (
        <IconButton icon="trash" label={`Unlink the account at ${hostOf(account)}`} onClick={() => onUnlink(account)} />
      ),
    },
  ]
}

function hostOf({ issuer }: OidcAccount): string {
  return visibleText(URL.parse(issuer)?.host ?? issuer)
}
