import type { MemberRole } from "@keyward/client"
import { type FormEvent, useId, useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { SecretDialog } from "../../parts/keys/secret-dialog.tsx"
import { roleOptions, roleWords } from "../../parts/permissions/member-roles.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select, TextInput } from "../../ui/field.tsx"
import { formatExact, visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import css from "./members.module.css"

export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<MemberRole>("developer")
  const [link, setLink] = useState<{ readonly url: string; readonly expires: number }>()
  const invite = useChange(
    (client, input: { readonly email: string; readonly role: MemberRole }) => client.members.inviteMember(input),
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.run({ email: email.trim(), role })
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
      title="Invite a person"
    >
      <form className={css.form} id={formId} onSubmit={submit}>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field error={errorOf(invite.error, "email")} label="E-mail address">
          {(control) => <TextInput {...control} autoFocus onChange={setEmail} required type="email" value={email} />}
        </Field>
        <Field error={errorOf(invite.error, "role")} hint={roleWords(role).meaning} label="Role">
          {(control) => <Select {...control} onChange={setRole} options={roleOptions} value={role} />}
        </Field>
      </form>
    </Dialog>
  )
}
