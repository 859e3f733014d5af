import type { Portal } from "@keyward/client"
import { useState } from "react"
import { dayMs } from "../../../../src/core/durations.ts"
import { errorOf, errorWithin } from "../../error-messages.ts"
import { useApis } from "../../parts/api-names.ts"
import { PermissionPicker } from "../../parts/permissions/permission-picker.tsx"
import { Checkbox, Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { MultiSelect } from "../../ui/multi-select.tsx"
import type { DraftProps } from "./draft-props.ts"
import css from "./portal.module.css"

type Action = Portal["actions"][number]

const actions: readonly { readonly value: Action; readonly label: string; readonly hint?: string }[] = [
  { value: "create", label: "Create keys" },
  { value: "rename", label: "Rename keys" },
  {
    value: "restrict",
    label: "Restrict keys to networks",
    hint: "Your calls of verifyKey must then send the field ip.",
  },
  { value: "rotate", label: "Rotate keys" },
  { value: "revoke", label: "Revoke keys" },
  { value: "usage", label: "See usage, quota and credits" },
  { value: "refusals", label: "See why calls were refused" },
]

/** Which keys there are, what can be done with them, and how many and how long. */
export function RuleFields({ draft, onChange, error }: DraftProps) {
  const [search, setSearch] = useState("")
  const { data: apis = [] } = useApis()
  const nameOf = (id: string) => visibleText(apis.find((api) => api.id === id)?.name ?? id)
  const matching = apis.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const toggle = (action: Action, isOn: boolean) => {
    // In the order of the list, so that turning one off and on changes nothing.
    const wanted = actions
      .map(({ value }) => value)
      .filter((one) => (one === action ? isOn : draft.actions.includes(one)))
    onChange({ actions: wanted })
  }
  return (
    <div className={css.stack}>
      <Field error={errorWithin(error, "apis")} hint="Keys of other APIs do not exist in the portal." label="APIs">
        {(control) => (
          <MultiSelect
            {...control}
            emptyText="No such API"
            onChange={(ids) => onChange({ apis: ids })}
            onSearch={setSearch}
            options={matching.map(({ id }) => ({ value: id }))}
            placeholder="Choose APIs"
            search={search}
            show={nameOf}
            value={draft.apis}
          />
        )}
      </Field>
      <fieldset className={css.actions}>
        <legend>Actions</legend>
        {actions.map(({ value, label, hint }) => (
          <Checkbox
            checked={draft.actions.includes(value)}
            key={value}
            label={label}
            onChange={(isOn) => toggle(value, isOn)}
            {...(hint !== undefined && { hint })}
          />
        ))}
      </fieldset>
      <FieldRow>
        <Field error={errorOf(error, "maxKeys")} hint="A plan can allow fewer." label="Keys per customer">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              onChange={(maxKeys) => onChange({ maxKeys })}
              value={draft.maxKeys}
            />
          )}
        </Field>
        <DaysField
          error={errorWithin(error, "expiry")}
          label="Longest lifetime"
          onChange={(max) => onChange({ expiry: withTime(draft.expiry, "max", max) })}
          value={draft.expiry.max}
        />
        <DaysField
          label="Default lifetime"
          onChange={(usual) => onChange({ expiry: withTime(draft.expiry, "default", usual) })}
          value={draft.expiry.default}
        />
      </FieldRow>
      <OfferedPermissions draft={draft} error={error} onChange={onChange} />
    </div>
  )
}

function withTime(expiry: DraftProps["draft"]["expiry"], field: "default" | "max", ms: number | undefined) {
  const { [field]: _before, ...rest } = expiry
  return ms === undefined ? rest : { ...rest, [field]: ms }
}

interface DaysFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly error?: string | undefined
  readonly onChange: (ms: number | undefined) => void
}

/** Lifetimes that people choose; others, set with the API, stay as they are. */
function DaysField({ label, value, error, onChange }: DaysFieldProps) {
  const days = [1, 7, 30, 90, 365].map((count) => count * dayMs)
  const all = value === undefined || days.includes(value) ? days : [...days, value].sort((one, other) => one - other)
  return (
    <Field error={error} label={label}>
      {(control) => (
        <Select
          {...control}
          onChange={(chosen) => onChange(chosen === "" ? undefined : Number(chosen))}
          options={[
            { value: "", label: "Forever" },
            ...all.map((ms) => ({ value: String(ms), label: ms === dayMs ? "1 day" : `${ms / dayMs} days` })),
          ]}
          value={value === undefined ? "" : String(value)}
        />
      )}
    </Field>
  )
}

/** The choice for new keys. People read the titles, and never the slugs. */
function OfferedPermissions({ draft, onChange, error }: DraftProps) {
  const { permissions, permissionsFrom } = draft
  const titleOf = (slug: string) => permissions.find((one) => one.slug === slug)?.title ?? slug
  return (
    <>
      <PermissionPicker
        error={errorWithin(error, "permissions")}
        hint="Without any, customers are not asked."
        label="Permissions that customers can choose for a key"
        onChange={(slugs) => onChange({ permissions: slugs.map((slug) => ({ slug, title: titleOf(slug) })) })}
        value={permissions.map(({ slug }) => slug)}
      />
      {permissions.map(({ slug, title }) => (
        <Field key={slug} label={`What customers read for ${visibleText(slug)}`}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={64}
              onChange={(next) =>
                onChange({ permissions: permissions.map((one) => (one.slug === slug ? { slug, title: next } : one)) })
              }
              required
              value={title}
            />
          )}
        </Field>
      ))}
      {permissions.length > 0 && (
        <Field
          hint={
            permissionsFrom === "plan"
              ? "A key with a choice has these permissions while the plan has them too."
              : "A key has the chosen permissions, whatever the plan says."
          }
          label="Offered are"
        >
          {(control) => (
            <Select
              {...control}
              onChange={(from) => onChange({ permissionsFrom: from })}
              options={[
                { value: "plan", label: "Those that the customer or its plan has" },
                { value: "portal", label: "All of them" },
              ]}
              value={permissionsFrom}
            />
          )}
        </Field>
      )}
    </>
  )
}
