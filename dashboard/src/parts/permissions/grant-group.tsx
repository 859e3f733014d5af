import { holdsGrant } from "../../../../src/core/held-grants.ts"
import { Checkbox } from "../../ui/field.tsx"
import css from "./grant-picker.module.css"
import { actionLabel, type grantGroups } from "./grants.ts"

interface GrantGroupProps {
  readonly group: (typeof grantGroups)[number]
  /** The id that the permissions name, or `*`. */
  readonly scope: string
  readonly search: string
  readonly held: readonly string[]
  readonly value: readonly string[]
  readonly onChange: (grants: readonly string[]) => void
}

/** The permissions on one kind of object. It opens automatically during a search. */
export function GrantGroupChoice({ group, scope, search, held, value, onChange }: GrantGroupProps) {
  const { resource, label, actions, wildcardActions } = group
  const offered = [...actions, ...(scope === "*" ? wildcardActions : [])]
    .map((action) => ({ action, grant: `${resource}.${scope}.${action}` }))
    .filter(
      ({ action, grant }) => holdsGrant(held, grant) && matches(search, label, action, grant, actionLabel(action)),
    )
  const chosen = offered.filter(({ grant }) => holdsGrant(value, grant))
  if (offered.length === 0) return null
  const isEvery = chosen.length === offered.length
  const grants = offered.map(({ grant }) => grant)
  const add = (added: readonly string[]) => onChange([...new Set([...value, ...added])])
  const remove = (removed: readonly string[]) => onChange(value.filter((one) => !removed.includes(one)))
  return (
    <details className={css.group} open={search !== "" || undefined}>
      <summary>
        <span className={css.label}>{label}</span>
        <span className={css.count}>
          {chosen.length} of {offered.length}
        </span>
      </summary>
      <div className={css.actions}>
        {offered.length > 1 && (
          <Checkbox
            checked={isEvery}
            label={`All ${offered.length}`}
            onChange={() => (isEvery ? remove(grants) : add(grants))}
          />
        )}
        {offered.map(({ action, grant }) => (
          <Checkbox
            checked={holdsGrant(value, grant)}
            // Given by the same permission for all APIs.
            disabled={holdsGrant(value, grant) && !value.includes(grant)}
            hint={<code>{grant}</code>}
            key={grant}
            label={actionLabel(action)}
            onChange={(isChecked) => (isChecked ? add([grant]) : remove([grant]))}
          />
        ))}
      </div>
    </details>
  )
}

function matches(search: string, ...texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(search))
}
