import type { Member, MemberRole } from "@keyward/client"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { roleOptions, roleWords } from "../../parts/permissions/member-roles.ts"
import { useChange } from "../../queries.ts"
import { sessionQuery, useCan, useSession } from "../../session.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import css from "./members.module.css"

/** The role of a member. Your own is changed only after a question: with less you could not undo it. */
export function RoleChoice({ member }: { readonly member: Member }) {
  const { userId, role, name } = member
  const can = useCan()
  const queries = useQueryClient()
  const isSelf = useSession()?.user?.userId === userId
  const [wanted, setWanted] = useState<MemberRole>()
  const change = useChange((client, next: MemberRole) => client.members.updateMember({ userId, role: next }), {
    done: (_, next) => ({
      title: `${isSelf ? "You are" : `${visibleText(name)} is`} now ${next}. It is in effect.`,
      ...(!isSelf && { action: { label: "Undo", onSelect: () => change.run(role) } }),
    }),
    onDone: () => {
      setWanted(undefined)
      if (isSelf) queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  if (!can("member.*.update_member")) return roleWords(role).label
  return (
    <>
      <Select
        aria-label={`Role of ${visibleText(name)}`}
        className={css.role}
        disabled={change.isBusy}
        onChange={isSelf ? setWanted : change.run}
        options={roleOptions}
        value={role}
      />
      {wanted && (
        <ConfirmDialog
          action="Change my role"
          isBusy={change.isBusy}
          isOpen
          onClose={() => setWanted(undefined)}
          onConfirm={() => change.run(wanted)}
          title={`Become ${roleWords(wanted).label.toLowerCase()} of this workspace?`}
        >
          <p>You lose what only your present role may do, at once. Another owner must give it back to you.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
