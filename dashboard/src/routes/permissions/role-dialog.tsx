import type { PermissionsUpdateRoleInput, Role } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError, useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"

interface RoleDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The role to edit. Without one, the dialog creates a role. */
  readonly role?: Role
  /** Receives the id of a new role. */
  readonly onDone?: (roleId: string) => void
}

export function RoleDialog({ isOpen, onClose, role, onDone }: RoleDialogProps) {
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="role-form" type="submit" variant="primary">
            {role ? "Save" : "Create role"}
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      title={role ? "Edit role" : "Create role"}
    >
      <Fields onClose={onClose} onDone={onDone} role={role} />
    </Dialog>
  )
}

interface FieldsProps {
  readonly role: Role | undefined
  readonly onClose: () => void
  readonly onDone: ((roleId: string) => void) | undefined
}

/** Lives only while the dialog is open, so that each time begins with what is stored. */
function Fields({ role, onClose, onDone }: FieldsProps) {
  const [name, setName] = useState(role?.name ?? "")
  const [description, setDescription] = useState(role?.description ?? "")
  const create = useChange(
    (client) => client.permissions.createRole({ name, ...(description !== "" && { description }) }),
    {
      showsError: true,
      onDone({ roleId }) {
        onClose()
        onDone?.(roleId)
      },
    },
  )
  const update = useChange((client, input: PermissionsUpdateRoleInput) => client.permissions.updateRole(input), {
    showsError: true,
    done: () => ({ title: "Saved." }),
    onDone: onClose,
  })
  const submit = () => {
    if (role === undefined) return create.run(undefined)
    update.run({
      role: role.id,
      ...(name !== role.name && { name }),
      ...(description !== (role.description ?? "") && { description: description || null }),
    })
  }
  const error = create.error ?? update.error
  const general = generalError(error, ["name", "description"])
  return (
    <>
      <Form id="role-form" onSubmit={submit}>
        <Field error={errorOf(error, "name")} label="Name">
          {(control) => (
            <TextInput {...control} autoFocus onChange={setName} placeholder="editor" required value={name} />
          )}
        </Field>
        <Field error={errorOf(error, "description")} isOptional label="Description">
          {(control) => <TextInput {...control} onChange={setDescription} value={description} />}
        </Field>
      </Form>
      {general && <Banner tone="bad">{general}</Banner>}
    </>
  )
}
