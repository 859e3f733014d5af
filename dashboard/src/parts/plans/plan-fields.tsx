import { errorOf, errorWithin } from "../../error-messages.ts"
import { Checkbox, Field, FieldRow, TextInput } from "../../ui/field.tsx"
import { MetaEditor } from "../fields/meta-editor.tsx"
import { RatelimitEditor } from "../keys/ratelimit-editor.tsx"
import { PermissionPicker } from "../permissions/permission-picker.tsx"
import { draftErrors, type PlanDraft } from "./plan-draft.ts"
import { QuotaFields } from "./quota-fields.tsx"

/** The fields that show their own errors. */
export const planFields = ["name", "description", "permissions", "ratelimits", "quota", "maxKeys", "meta"]

interface PlanFieldsProps {
  readonly draft: PlanDraft
  readonly onChange: (draft: PlanDraft) => void
  readonly error: unknown
  /** The default plan, if it is another one. */
  readonly formerDefault?: string | undefined
  readonly isReadOnly?: boolean
}

/** What a plan is called, and what it gives to each of its customers. */
export function PlanFields({ draft, onChange, error, formerDefault, isReadOnly = false }: PlanFieldsProps) {
  const set =
    <Name extends keyof PlanDraft>(name: Name) =>
    (value: PlanDraft[Name]) =>
      onChange({ ...draft, [name]: value })
  return (
    <>
      <FieldRow>
        <Field error={errorOf(error, "name")} label="Name">
          {(control) => <TextInput {...control} onChange={set("name")} placeholder="pro" required value={draft.name} />}
        </Field>
        <Field
          error={draftErrors(draft).maxKeys ?? errorOf(error, "maxKeys")}
          hint="At most this many that have not expired. Empty: any number."
          isOptional
          label="Keys per customer"
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              onChange={set("maxKeys")}
              placeholder="10"
              value={draft.maxKeys}
            />
          )}
        </Field>
      </FieldRow>
      <Field error={errorOf(error, "description")} isOptional label="Description">
        {(control) => <TextInput {...control} onChange={set("description")} value={draft.description} />}
      </Field>
      <PermissionPicker
        allowsNew
        error={errorWithin(error, "permissions")}
        hint="All keys of its customers hold them, at most 200."
        onChange={set("permissions")}
        value={draft.permissions}
      />
      <div>
        <h3>Limits</h3>
        <p>Each customer of the plan has its own count, which all its keys share.</p>
      </div>
      <RatelimitEditor error={error} isReadOnly={isReadOnly} onChange={set("limits")} value={draft.limits} />
      <div>
        <h3>Quota</h3>
        <p>What all keys of each customer may use together. A quota of the customer itself comes first.</p>
      </div>
      <QuotaFields draft={draft.quota} error={error} mayBeNone onChange={set("quota")} />
      <MetaEditor
        error={errorOf(error, "meta")}
        hint="Your own data about the plan, as JSON. Verifications of its keys return it."
        onChange={set("meta")}
        value={draft.meta}
      />
      <Checkbox
        checked={draft.isDefault}
        hint={defaultHint(draft.isDefault, formerDefault)}
        label="Default plan"
        onChange={set("isDefault")}
      />
    </>
  )
}

function defaultHint(isDefault: boolean, formerDefault: string | undefined): string {
  const rule = "It applies to every customer without a plan of its own."
  return isDefault && formerDefault !== undefined ? `${rule} It replaces ${formerDefault}.` : rule
}
