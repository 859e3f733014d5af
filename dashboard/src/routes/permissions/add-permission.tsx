import type { Permission } from "@keyward/client"
import { useState } from "react"
import { isSlug } from "../../../../src/contract/slug.ts"
import { withoutKey } from "../../../../src/core/sought-key.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { SearchInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { useDebounced } from "../../ui/use-debounced.ts"
import css from "./add-permission.module.css"

interface AddPermissionProps {
  readonly held: readonly Permission[]
  readonly onAdd: (slug: string) => void
}

const shown = 6

/** Finds a permission to add, or creates the one that was typed. */
export function AddPermission({ held, onAdd }: AddPermissionProps) {
  const [text, setText] = useState("")
  const can = useCan()
  const search = useDebounced(text.trim())
  const found = useRead(
    ["permissions-to-add", search],
    (client) => client.permissions.listPermissions({ search: withoutKey(search), limit: 100 }),
    { isEnabled: search !== "" },
  )
  const all = found.data ?? []
  const offered = all.filter(({ id }) => !held.some((one) => one.id === id)).slice(0, shown)
  const isKnown = all.some(({ slug }) => slug === search) || held.some(({ slug }) => slug === search)
  const isNew = found.isSuccess && !found.isPlaceholderData && !isKnown && isSlug(search)
  const add = (slug: string) => {
    setText("")
    onAdd(slug)
  }
  return (
    <div className={css.add}>
      <SearchInput
        label="Add a permission"
        onChange={setText}
        placeholder="Add a permission, known or new"
        value={text}
      />
      {text.trim() !== "" && (
        <ul aria-label="Permissions to add" className={css.offers}>
          {offered.map(({ id, slug, description }) => (
            <li className={css.offer} key={id}>
              <Button icon="plus" onClick={() => add(slug)} size="small">
                {slug}
              </Button>
              <span className={css.about}>{description && visibleText(description)}</span>
            </li>
          ))}
          {isNew && can("rbac.*.create_permission") && (
            <li className={css.offer}>
              <Button icon="plus" onClick={() => add(search)} size="small">
                Create {search}
              </Button>
              <span className={css.about}>A new permission</span>
            </li>
          )}
          {offered.length === 0 && !isNew && found.isSuccess && (
            <li className={css.about}>
              {isKnown ? "The role has it already." : "Slugs have letters, digits and . _ - : * / only."}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
