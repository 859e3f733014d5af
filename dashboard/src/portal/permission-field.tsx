import { useId } from "react"
import { Checkbox } from "../ui/field.tsx"
import { visibleText } from "../ui/format.ts"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"

interface PermissionFieldProps {
  /** Undefined: everything that the plan allows. */
  readonly value: readonly string[] | undefined
  readonly onChange: (slugs: readonly string[] | undefined) => void
}

/** Everything, or a choice of what is offered. */
export function PermissionField({ value, onChange }: PermissionFieldProps) {
  const { view, language } = usePage()
  const { say } = language
  const name = useId()
  const radio = (label: string, isChosen: boolean, choose: () => void) => (
    <label className={css.radio}>
      <input checked={isChosen} name={name} onChange={choose} type="radio" />
      {label}
    </label>
  )
  return (
    <fieldset className={css.choices}>
      <legend className={css.label}>{say("create.permissions")}</legend>
      {radio(say("create.everything"), value === undefined, () => onChange(undefined))}
      {radio(say("create.choice"), value !== undefined, () => onChange(value ?? []))}
      {value !== undefined && (
        <div className={css.offered}>
          {view.permissions.map(({ slug, title }) => (
            <Checkbox
              checked={value.includes(slug)}
              key={slug}
              label={visibleText(title)}
              onChange={(isChosen) => onChange(isChosen ? [...value, slug] : value.filter((one) => one !== slug))}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
