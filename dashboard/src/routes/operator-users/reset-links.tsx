import type { ResetLink } from "@keyward/client"
import { useState } from "react"
import { useChange, useList } from "../../queries.ts"
import { IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import { Person } from "../members/person.tsx"

/** Links that can still set a new password. They stand above the users, because each of them opens an account. */
export function ResetLinks() {
  const { items = [], hasNextPage } = useList(["reset-links"], (client, cursor) =>
    client.users.listResetLinks({ ...cursor, limit: 100 }),
  )
  if (items.length === 0) return null
  return (
    <Card isFlush title={`Open reset links${hasNextPage ? ", the first 100" : ""}`}>
      <Table columns={columns} isFlush label="Open reset links" rowKey={({ userId }) => userId} rows={items} />
    </Card>
  )
}

const columns: readonly Column<ResetLink>[] = [
  { key: "user", title: "For", role: "main", cell: (link) => <Person user={link} /> },
  { key: "maker", title: "Created by", cell: ({ createdBy }) => visibleText(createdBy.name ?? "Operator key") },
  { key: "created", title: "Created", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
  { key: "expires", title: "Expires", align: "end", cell: ({ expires }) => <Ago time={expires} /> },
  { key: "revoke", title: "Revoke", role: "menu", cell: (link) => <RevokeButton link={link} /> },
]

function RevokeButton({ link: { userId, email } }: { readonly link: ResetLink }) {
  const address = visibleText(email)
  const [isAsking, setAsking] = useState(false)
  const revoke = useChange((client, id: string) => client.users.revokeResetLink({ userId: id }), {
    done: ({ revoked }) => ({
      title: revoked
        ? `Revoked. The reset link for ${address} no longer works.`
        : `${address} has no open reset link any more. It was used, revoked or has expired.`,
    }),
    onDone: () => setAsking(false),
  })
  return (
    <>
      <IconButton icon="trash" label={`Revoke the reset link for ${address}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        action="Revoke link"
        isBusy={revoke.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.run(userId)}
        title={`Revoke the reset link for ${address}?`}
      >
        <p>The link stops working at once. The password of this person stays as it is.</p>
      </ConfirmDialog>
    </>
  )
}
