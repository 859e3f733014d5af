import type { Permission } from "@keyward/client"
import { RightDialog } from "./right-dialog.tsx"

interface CreatePermissionProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CreatePermissionDialog({ isOpen, onClose }: CreatePermissionProps) {
  return (
    <RightDialog
      done={({ slug }) => `Created ${slug}.`}
      isOpen={isOpen}
      noun="permission"
      onClose={onClose}
      save={(client, { slug, name, description }) =>
        client.permissions.createPermission({
          slug,
          name: name || slug,
          ...(description !== "" && { description }),
        })
      }
      stored={undefined}
    />
  )
}

interface EditPermissionProps {
  readonly permission: Permission
  readonly onClose: () => void
}

export function EditPermissionDialog({ permission, onClose }: EditPermissionProps) {
  const { id, slug, name, description } = permission
  return (
    <RightDialog
      done={() => "Saved."}
      isOpen
      noun="permission"
      onClose={onClose}
      save={(client, draft, has) =>
        client.permissions.updatePermission({
          permission: id,
          ...(has("name") && { name: draft.name || slug }),
          ...(has("description") && { description: draft.description || null }),
        })
      }
      stored={{ slug, name, description: description ?? "" }}
    />
  )
}
