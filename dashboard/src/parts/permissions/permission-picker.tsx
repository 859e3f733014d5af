import { type ReactNode, useState } from "react"
import { withoutKey } from "../../../../src/core/sought-key.ts"
import { useRead } from "../../queries.ts"
import { Field } from "../../ui/field.tsx"
import { counted, visibleText } from "../../ui/format.ts"
import { MultiSelect } from "../../ui/multi-select.tsx"
import { useDebounced } from "../../ui/use-debounced.ts"

interface PickerProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly label?: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

interface PermissionPickerProps extends PickerProps {
  /** Whether a slug that no permission has yet may be chosen. The server creates it. */
  readonly allowsNew?: boolean
}

/** Permissions by slug, found by slug, name or description. */
export function PermissionPicker(props: PermissionPickerProps) {
  const { value, onChange, label = "Permissions", hint, error, allowsNew = false } = props
  const [search, setSearch] = useState("")
  const query = withoutKey(useDebounced(search.trim()))
  const { data: permissions = [] } = useRead(["permission-options", query], (client) =>
    client.permissions.listPermissions({ limit: 50, ...(query !== "" && { search: query }) }),
  )
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => (
        <MultiSelect
          {...control}
          emptyText={allowsNew ? "Type a slug, such as documents.read" : "No such permission"}
          onChange={onChange}
          onSearch={setSearch}
          options={permissions.map(({ slug, description }) => ({
            value: slug,
            note: description && visibleText(description),
          }))}
          placeholder="documents.read"
          search={search}
          show={visibleText}
          value={value}
          {...(allowsNew && { newNote: "new permission" })}
        />
      )}
    </Field>
  )
}

/** Roles by name. */
export function RolePicker({ value, onChange, label = "Roles", hint, error }: PickerProps) {
  const [search, setSearch] = useState("")
  const query = withoutKey(useDebounced(search.trim()))
  const { data: roles = [] } = useRead(["role-options", query], (client) =>
    client.permissions.listRoles({ limit: 50, ...(query !== "" && { search: query }) }),
  )
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => (
        <MultiSelect
          {...control}
          emptyText="No such role"
          onChange={onChange}
          onSearch={setSearch}
          options={roles.map(({ name, permissions }) => ({
            value: name,
            note: counted(permissions.length, "permission"),
          }))}
          placeholder="Search roles"
          search={search}
          show={visibleText}
          value={value}
        />
      )}
    </Field>
  )
}
