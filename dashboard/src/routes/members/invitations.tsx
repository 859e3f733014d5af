import type { Invitation } from "@keyward/client"
import { useState } from "react"
import { useChange, useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"

/** The open invitations. */
export function Invitations() {
  const { items = [], hasNextPage } = useList(["invitations"], (client, cursor) =>
    client.members.listInvitations({ ...cursor, limit: 100 }),
  )
  if (items.length === 0) return null
  return (
    <Card isFlush title={`Pending invitations${hasNextPage ? ", the first 100" : ""}`}>
      <Table
        columns={columns}
        isFlush
        label="Pending invitations"
        rowKey={({ invitationId }) => invitationId}
        rows={items}
      />
    </Card>
  )
}

const columns: readonly Column<Invitation>[] = [
  { key: "email", title: "E-mail address", role: "main", cell: ({ email }) => visibleText(email) },
  { key: "role", title: "Role", cell: ({ role }) => role },
  { key: "created", title: "Invited", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
  { key: "expires", title: "Expires", align: "end", cell: ({ expires }) => <Ago time={expires} /> },
  { key: "revoke", title: "Revoke", role: "menu", cell: (invitation) => <RevokeButton invitation={invitation} /> },
]

function RevokeButton({ invitation: { invitationId, email } }: { readonly invitation: Invitation }) {
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  const revoke = useChange((client, id: string) => client.members.revokeInvitation({ invitationId: id }), {
    done: () => ({ title: `Revoked. The link for ${visibleText(email)} no longer works.` }),
  })
  if (!can("member.*.invite_member")) return null
  return (
    <>
      <IconButton
        icon="trash"
        label={`Revoke the invitation for ${visibleText(email)}`}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        action="Revoke"
        isBusy={revoke.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.run(invitationId)}
        title={`Revoke the invitation for ${visibleText(email)}?`}
      >
        <p>Its link stops working at once. To invite this person later, you create a new one.</p>
      </ConfirmDialog>
    </>
  )
}
