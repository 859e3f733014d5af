import type { Api } from "@keyward/client"
import { defaultKeyBytes, keyBytes } from "../../../../src/contract/bounds.ts"
import { errorOf, errorWithin } from "../../error-messages.ts"
import { AddressField, addressesIn } from "../../parts/fields/address-field.tsx"
import { CustomerField } from "../../parts/fields/customer-field.tsx"
import { ExpiryField } from "../../parts/fields/expiry-field.tsx"
import { MetaEditor, metaIn } from "../../parts/fields/meta-editor.tsx"
import { CreditsFields } from "../../parts/keys/credits-fields.tsx"
import { RatelimitEditor } from "../../parts/keys/ratelimit-editor.tsx"
import { scopeWords } from "../../parts/keys/scope-words.ts"
import { PermissionPicker, RolePicker } from "../../parts/permissions/permission-picker.tsx"
import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { Checkbox, Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"
import { Fold, Folds } from "../../ui/fold.tsx"
import { formatDate, visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import type { KeyDraft } from "./key-draft.ts"

interface KeyFormProps {
  readonly draft: KeyDraft
  readonly onChange: (draft: KeyDraft) => void
  readonly apis: readonly Api[]
  readonly error: unknown
}

/** The fields of a new key. What most keys do not need is folded. */
export function KeyForm({ draft, onChange, apis, error }: KeyFormProps) {
  const set = (changed: Partial<KeyDraft>) => onChange({ ...draft, ...changed })
  return (
    <Stack>
      <Card>
        <Stack>
          <Field error={errorOf(error, "apiId")} label="API">
            {(control) => (
              <Select
                {...control}
                onChange={(apiId) => set({ apiId })}
                options={apis.map(({ id, name }) => ({ value: id, label: visibleText(name) }))}
                value={draft.apiId}
              />
            )}
          </Field>
          <Field
            error={errorOf(error, "name")}
            hint="For people. Verifications return it to your API."
            isOptional
            label="Name"
          >
            {(control) => (
              <TextInput {...control} onChange={(name) => set({ name })} placeholder="Production" value={draft.name} />
            )}
          </Field>
          <CustomerField
            error={errorOf(error, "externalId")}
            hint="Your own id of who uses the key. A new customer is created if there is none."
            isOptional
            onChange={(externalId) => set({ externalId })}
            value={draft.externalId}
          />
        </Stack>
      </Card>
      <Sections draft={draft} error={error} set={set} />
    </Stack>
  )
}

interface SectionsProps {
  readonly draft: KeyDraft
  readonly set: (changed: Partial<KeyDraft>) => void
  readonly error: unknown
}

/** Only what the person may give to a key. */
function PermissionsAndRoles({ draft, set, error }: SectionsProps) {
  const can = useCan()
  const mayAddRoles = can("rbac.*.add_role_to_key")
  const mayAddPermissions = can("rbac.*.add_permission_to_key")
  if (!mayAddRoles && !mayAddPermissions) return null
  return (
    <Fold
      isForced={["permissions", "roles"].some((field) => errorWithin(error, field) !== undefined)}
      note={visibleText([...draft.roles, ...draft.permissions].join(", ")) || "none"}
      title="Permissions and roles"
    >
      {mayAddRoles && (
        <RolePicker error={errorWithin(error, "roles")} onChange={(roles) => set({ roles })} value={draft.roles} />
      )}
      {mayAddPermissions && (
        <PermissionPicker
          allowsNew
          error={errorWithin(error, "permissions")}
          hint="A slug that does not exist yet is created with the key."
          onChange={(permissions) => set({ permissions })}
          value={draft.permissions}
        />
      )}
      {draft.externalId.trim() !== "" && (
        <Checkbox checked={draft.scoped} onChange={(scoped) => set({ scoped })} {...scopeWords} />
      )}
    </Fold>
  )
}

function Sections({ draft, set, error }: SectionsProps) {
  const isWrong = (...fields: readonly string[]) => fields.some((field) => errorWithin(error, field) !== undefined)
  return (
    <Folds>
      <Fold isForced={isWrong("ratelimits")} note={count(draft.limits.length, "none")} title="Rate limits">
        <RatelimitEditor error={error} onChange={(limits) => set({ limits })} value={draft.limits} />
      </Fold>
      <Fold
        isForced={isWrong("credits")}
        note={draft.credits.kind === "unlimited" ? "unlimited" : draft.credits.remaining}
        title="Credits"
      >
        <CreditsFields error={error} onChange={(credits) => set({ credits })} value={draft.credits} />
      </Fold>
      <PermissionsAndRoles draft={draft} error={error} set={set} />
      <Fold
        isForced={isWrong("expires")}
        note={draft.expires === undefined ? "never" : formatDate(draft.expires)}
        title="Expiry"
      >
        <ExpiryField error={errorOf(error, "expires")} onChange={(expires) => set({ expires })} value={draft.expires} />
      </Fold>
      <Fold
        isForced={isWrong("ipAllowlist")}
        note={count(addressesIn(draft.addresses).length, "any")}
        title="Allowed addresses"
      >
        <AddressField error={error} onChange={(addresses) => set({ addresses })} value={draft.addresses} />
      </Fold>
      <Fold isForced={isWrong("meta")} note={metaNote(draft.meta)} title="Metadata">
        <MetaEditor
          error={errorWithin(error, "meta")}
          hint="Your own data as JSON. Verifications return it to your API."
          onChange={(meta) => set({ meta })}
          value={draft.meta}
        />
      </Fold>
      <Fold
        isForced={isWrong("prefix", "byteLength", "recoverable")}
        note={draft.prefix || "as set for the API"}
        title="Key format"
      >
        <FieldRow>
          <Field error={errorOf(error, "prefix")} hint="Default: that of the API." label="Prefix">
            {(control) => (
              <TextInput
                {...control}
                isMono
                onChange={(prefix) => set({ prefix })}
                placeholder="acme_live"
                value={draft.prefix}
              />
            )}
          </Field>
          <Field
            error={errorOf(error, "byteLength")}
            hint={`${keyBytes.minimum} to ${keyBytes.maximum}. Default: that of the API, or ${defaultKeyBytes}.`}
            label="Random bytes"
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                onChange={(byteLength) => set({ byteLength })}
                placeholder={String(defaultKeyBytes)}
                value={draft.byteLength}
              />
            )}
          </Field>
        </FieldRow>
        <Checkbox
          checked={draft.recoverable}
          hint="Stores the secret encrypted, so that people with the right to decrypt can show it again. The server needs an encryption key."
          label="Recoverable"
          onChange={(recoverable) => set({ recoverable })}
        />
      </Fold>
    </Folds>
  )
}

function count(number: number, none: string): string {
  return number === 0 ? none : String(number)
}

function metaNote(text: string): string {
  const read = metaIn(text)
  if (read.error !== undefined) return "not JSON yet"
  return count(Object.keys(read.meta).length, "empty")
}
