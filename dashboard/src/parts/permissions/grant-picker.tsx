import { useState } from "react"
import { holdsGrant } from "../../../../src/core/held-grants.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { SearchInput, Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { useApis } from "../api-names.ts"
import { GrantGroupChoice } from "./grant-group.tsx"
import css from "./grant-picker.module.css"
import { grantGroups, grantPresets } from "./grants.ts"

interface GrantPickerProps {
  readonly value: readonly string[]
  readonly onChange: (grants: readonly string[]) => void
}

/** The permissions of a root key: a preset, or one by one. Shows only what the person may pass on. */
export function GrantPicker({ value, onChange }: GrantPickerProps) {
  const { permissions: held } = useWorkspace()
  const { data: apis = [] } = useApis()
  const [search, setSearch] = useState("")
  const [api, setApi] = useState("*")
  const isEverything = value.includes("*")
  const presets = grantPresets.filter(({ grants }) => grants.every((grant) => holdsGrant(held, grant)))
  return (
    <div className={css.picker}>
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset cannot be laid out in a line everywhere. */}
      <div aria-label="Presets" className={css.presets} role="group">
        {presets.map(({ name, grants }) => (
          <Button aria-pressed={isSame(grants, value)} key={name} onClick={() => onChange(grants)} size="small">
            {name}
          </Button>
        ))}
        <Button disabled={value.length === 0} onClick={() => onChange([])} size="small" variant="quiet">
          Clear
        </Button>
      </div>
      {isEverything ? (
        <Banner tone="warn">This root key may do everything in this workspace, also what later versions add.</Banner>
      ) : (
        <>
          <div className={css.tools}>
            <SearchInput label="Search permissions" onChange={setSearch} value={search} />
            <Select
              aria-label="APIs"
              onChange={setApi}
              options={[
                { value: "*", label: "All APIs" },
                ...apis.map(({ id, name }) => ({ value: id, label: `Only ${visibleText(name)}` })),
              ]}
              value={api}
            />
          </div>
          <div className={css.tree}>
            {grantGroups.map((group) => (
              <GrantGroupChoice
                group={group}
                held={held}
                key={group.resource}
                onChange={onChange}
                scope={group.resource === "api" ? api : "*"}
                search={search.trim().toLowerCase()}
                value={value}
              />
            ))}
          </div>
        </>
      )}
      <Chosen apis={apis} onChange={onChange} value={value} />
    </div>
  )
}

interface ChosenProps extends GrantPickerProps {
  readonly apis: readonly { readonly id: string; readonly name: string }[]
}

function Chosen({ value, onChange, apis }: ChosenProps) {
  if (value.length === 0) return <p className={css.none}>Nothing is chosen yet.</p>
  const nameOf = (grant: string) => {
    const api = apis.find(({ id }) => grant.includes(id))
    return api ? `${grant} (${visibleText(api.name)})` : grant
  }
  return (
    <details className={css.chosen}>
      <summary>
        {value.length} {value.length === 1 ? "permission" : "permissions"} chosen
      </summary>
      <ul>
        {value.map((grant) => (
          <li key={grant}>
            <code>{nameOf(grant)}</code>
            <Button
              aria-label={`Remove ${grant}`}
              onClick={() => onChange(value.filter((one) => one !== grant))}
              size="small"
              variant="quiet"
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((grant) => other.includes(grant))
}
