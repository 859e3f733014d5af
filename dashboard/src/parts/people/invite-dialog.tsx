import type { MemberRole } from "@keyward/client"
import { useId, useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { formatExact, visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { SecretDialog } from "../keys/secret-dialog.tsx"
import { roleOptions, roleWords } from "../permissions/member-roles.ts"

interface InviteDialogProps {
  readonly title: string
  /** Absent if the person chooses the role. */
  readonly memberRole?: MemberRole
  /** Named by operators, who act on all workspaces. */
  readonly workspaceId?: string
  readonly onClose: () => void
}

/** Creates an invitation to a workspace, and shows its link once. */
export function InviteDialog({ title, memberRole, workspaceId, onClose }: InviteDialogProps) {
  const formId = useId()
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<MemberRole>(memberRole ?? "developer")
  const [link, setLink] = useState<{ readonly url: string; readonly expires: number }>()
  const invite = useChange(
    (client, input: { readonly email: string; readonly role: MemberRole }) =>
      client.members.inviteMember({ ...input, ...(workspaceId && { workspaceId }) }),
    { showsError: true, onDone: setLink },
  )
  if (link) {
    return (
      <SecretDialog onClose={onClose} secret={link.url} title="Invitation created" what="link">
        <p>
          Send this link to {visibleText(email)} yourself; Keyward sends no mail. It works once, until{" "}
          {formatExact(link.expires)}.
        </p>
      </SecretDialog>
    )
  }
  const problem = generalError(invite.error, ["email", "role"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form={formId} isBusy={invite.isBusy} type="submit" variant="primary">
            Create invitation
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={title}
    >
      <Form id={formId} onSubmit={() => invite.run({ email: email.trim(), role })}>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field
          error={errorOf(invite.error, "email")}
          {...(memberRole && { hint: roleWords(memberRole).meaning })}
          label="E-mail address"
        >
          {(control) => <TextInput {...control} autoFocus onChange={setEmail} required type="email" value={email} />}
        </Field>
        {!memberRole && (
          <Field error={errorOf(invite.error, "role")} hint={roleWords(role).meaning} label="Role">
            {(control) => <Select {...control} onChange={setRole} options={roleOptions} value={role} />}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
