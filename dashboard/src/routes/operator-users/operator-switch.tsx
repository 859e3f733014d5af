import type { User } from "@keyward/client"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useChange } from "../../queries.ts"
import { sessionQuery, useSession } from "../../session.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Switch } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"

/** Makes a user an operator, or no longer. You ask yourself before you give it up: afterwards you could not undo it. */
export function OperatorSwitch({ user: { userId, name, operator } }: { readonly user: User }) {
  const person = visibleText(name)
  const queries = useQueryClient()
  const isSelf = useSession()?.user?.userId === userId
  const [isAsking, setAsking] = useState(false)
  const change = useChange((client, isOperator: boolean) => client.users.updateUser({ userId, operator: isOperator }), {
    done: (_, isOperator) => ({
      title: isOperator ? `${person} is an operator now.` : `${person} is no operator any more.`,
      ...(!isSelf && { action: { label: "Undo", onSelect: () => change.run(!isOperator) } }),
    }),
    isLeaving: isSelf,
    onDone: () => {
      if (isSelf) queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  return (
    <>
      <Switch
        checked={operator}
        disabled={change.isBusy}
        label={<span className="visually-hidden">{person} is an operator</span>}
        onChange={isSelf ? () => setAsking(true) : change.run}
      />
      <ConfirmDialog
        action="Stop being an operator"
        isBusy={change.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => change.run(false)}
        title="Stop being an operator?"
      >
        <p>You lose the pages of the installation at once. Another operator must give them back to you.</p>
      </ConfirmDialog>
    </>
  )
}
