import type { Permission, PermissionsUpdatePermissionInput } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError, useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"

interface PermissionDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The permission to edit. Without one, the dialog creates a permission. */
  readonly permission?: Permission
}

export function PermissionDialog({ isOpen, onClose, permission }: PermissionDialogProps) {
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="permission-form" type="submit" variant="primary">
            {permission ? "Save" : "Create permission"}
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      title={permission ? "Edit permission" : "Create permission"}
    >
      <Fields onClose={onClose} permission={permission} />
    </Dialog>
  )
}

interface FieldsProps {
  readonly permission: Permission | undefined
  readonly onClose: () => void
}

/** Lives only while the dialog is open, so that each time begins with what is stored. */
function Fields({ permission, onClose }: FieldsProps) {
  const [slug, setSlug] = useState(permission?.slug ?? "")
  const [name, setName] = useState(permission?.name ?? "")
  const [description, setDescription] = useState(permission?.description ?? "")
  const create = useChange(
    (client) =>
      client.permissions.createPermission({
        slug,
        name: name || slug,
        ...(description !== "" && { description }),
      }),
    { showsError: true, done: () => ({ title: `Created ${slug}.` }), onDone: onClose },
  )
  const update = useChange(
    (client, input: PermissionsUpdatePermissionInput) => client.permissions.updatePermission(input),
    { showsError: true, done: () => ({ title: "Saved." }), onDone: onClose },
  )
  const submit = () => {
    if (permission === undefined) return create.run(undefined)
    update.run({
      permission: permission.id,
      ...(name !== permission.name && { name: name || permission.slug }),
      ...(description !== (permission.description ?? "") && { description: description || null }),
    })
  }
  const error = create.error ?? update.error
  const general = generalError(error, ["slug", "name", "description"])
  return (
    <>
      <Form id="permission-form" onSubmit={submit}>
        <Field
          error={errorOf(error, "slug")}
          hint={
            permission
              ? "It cannot change, because your services name it."
              : "What your services name, such as documents.read. It cannot change later."
          }
          label="Slug"
        >
          {(control) => (
            <TextInput
              {...control}
              autoFocus={permission === undefined}
              disabled={permission !== undefined}
              isMono
              onChange={setSlug}
              placeholder="documents.read"
              required
              value={slug}
            />
          )}
        </Field>
        <Field error={errorOf(error, "name")} isOptional label="Name">
          {(control) => <TextInput {...control} onChange={setName} placeholder={slug} value={name} />}
        </Field>
        <Field error={errorOf(error, "description")} isOptional label="Description">
          {(control) => <TextInput {...control} onChange={setDescription} value={description} />}
        </Field>
      </Form>
      {general && <Banner tone="bad">{general}</Banner>}
    </>
  )
}
