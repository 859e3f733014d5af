import type { Key, KeysUpdateKeyInput } from "@keyward/client"
import { errorOf, errorWithin, generalError } from "../../error-messages.ts"
import { AddressField, addressesIn } from "../../parts/fields/address-field.tsx"
import { CustomerField } from "../../parts/fields/customer-field.tsx"
import { ExpiryField } from "../../parts/fields/expiry-field.tsx"
import { MetaEditor, metaIn, metaText } from "../../parts/fields/meta-editor.tsx"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useDraft } from "../../ui/use-draft.ts"

/** The fields that show their own errors. */
const fields = ["name", "externalId", "meta", "expires", "ipAllowlist"]

/** Name, customer, expiry, addresses and metadata. Only what was changed is sent. */
export function KeySettings({ apiKey }: { readonly apiKey: Key }) {
  const { draft, set, has, isDirty, hasMoved, reset } = useDraft({
    name: apiKey.name ?? "",
    externalId: apiKey.identity?.externalId ?? "",
    expires: apiKey.expires === undefined ? "" : String(apiKey.expires),
    addresses: apiKey.ipAllowlist.join("\n"),
    meta: metaText(apiKey.meta),
  })
  const mayChange = useCan()(`api.${apiKey.apiId}.update_key`)
  const save = useChange((client, input: KeysUpdateKeyInput) => client.keys.updateKey(input), {
    done: () => ({ title: "Saved. The next verification uses it." }),
    onDone: reset,
    showsError: true,
  })
  const submit = () => {
    const { meta } = metaIn(draft.meta)
    if (meta === undefined) return
    save.run({
      keyId: apiKey.keyId,
      ...(has("name") && { name: draft.name.trim() || null }),
      ...(has("externalId") && { externalId: draft.externalId.trim() || null }),
      ...(has("expires") && { expires: draft.expires === "" ? null : Number(draft.expires) }),
      ...(has("addresses") && { ipAllowlist: addressesIn(draft.addresses) }),
      ...(has("meta") && { meta }),
    })
  }
  const general = generalError(save.error, fields)
  return (
    <Card title="Settings">
      <Form isReadOnly={!mayChange} onSubmit={submit}>
        <WhoMay needs={`api.${apiKey.apiId}.update_key`} />
        <MovedNotice hasMoved={hasMoved} onReset={reset} />
        <Field error={errorOf(save.error, "name")} hint="For people. Verifications return it to your API." label="Name">
          {(control) => <TextInput {...control} onChange={set("name")} value={draft.name} />}
        </Field>
        <CustomerField
          error={errorOf(save.error, "externalId")}
          hint="Your own id of the customer. Leave it empty for no customer."
          onChange={set("externalId")}
          value={draft.externalId}
        />
        <ExpiryField
          error={errorOf(save.error, "expires")}
          onChange={(expires) => set("expires")(expires === undefined ? "" : String(expires))}
          value={draft.expires === "" ? undefined : Number(draft.expires)}
        />
        <AddressField error={save.error} onChange={set("addresses")} value={draft.addresses} />
        <MetaEditor
          error={errorWithin(save.error, "meta")}
          hint="Your own data as JSON. Verifications return it to your API."
          onChange={set("meta")}
          value={draft.meta}
        />
        {general && <Banner tone="bad">{general}</Banner>}
        {mayChange && (
          <FormFooter>
            <Button disabled={!isDirty} isBusy={save.isBusy} type="submit" variant="primary">
              Save
            </Button>
            {isDirty && <Button onClick={reset}>Discard</Button>}
          </FormFooter>
        )}
      </Form>
    </Card>
  )
}
