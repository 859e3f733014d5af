import type { PermissionsCreateRoleOutput, Role } from "@keyward/client"
import { RightDialog } from "./right-dialog.tsx"

interface CreateRoleProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDone: (roleId: string) => void
}

export function CreateRoleDialog({ isOpen, onClose, onDone }: CreateRoleProps) {
  return (
    <RightDialog<PermissionsCreateRoleOutput>
      isOpen={isOpen}
      noun="role"
      onClose={onClose}
      onDone={({ roleId }) => onDone(roleId)}
      save={(client, { name, description }) =>
        client.permissions.createRole({ name, ...(description !== "" && { description }) })
      }
      stored={undefined}
    />
  )
}

interface EditRoleProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly role: Role
}

export function EditRoleDialog({ isOpen, onClose, role }: EditRoleProps) {
  return (
    <RightDialog
      done={() => "Saved."}
      isOpen={isOpen}
      noun="role"
      onClose={onClose}
      save={(client, { name, description }, has) =>
        client.permissions.updateRole({
          role: role.id,
          ...(has("name") && { name }),
          ...(has("description") && { description: description || null }),
        })
      }
      stored={{ slug: "", name: role.name, description: role.description ?? "" }}
    />
  )
}
