import type { Api, ApisUpdateApiInput } from "@keyward/client"
import { defaultKeyBytes, keyBytes, keyPrefixLength } from "../../../../src/contract/bounds.ts"
import { errorOf, generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Field, FieldRow, TextArea, TextInput } from "../../ui/field.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useDraft } from "../../ui/use-draft.ts"

const fields = ["name", "defaultPrefix", "defaultBytes", "ipAllowlist"]

/** Name, defaults of new keys, and the networks that may use them. */
export function ApiSettings({ api }: { readonly api: Api }) {
  const { draft, set, has, isDirty, hasMoved, reset } = useDraft({
    name: api.name,
    defaultPrefix: api.defaultPrefix ?? "",
    defaultBytes: api.defaultBytes === undefined ? "" : String(api.defaultBytes),
    ipAllowlist: api.ipAllowlist.join("\n"),
  })
  const mayChange = useCan()(`api.${api.id}.update_api`)
  const save = useChange((client, input: ApisUpdateApiInput) => client.apis.updateApi(input), {
    showsError: true,
    done: () => ({ title: "Saved. Every node uses the new settings now." }),
    onDone: reset,
  })
  const submit = () =>
    save.run({
      apiId: api.id,
      ...(has("name") && { name: draft.name }),
      ...(has("defaultPrefix") && { defaultPrefix: draft.defaultPrefix.trim() || null }),
      ...(has("defaultBytes") && { defaultBytes: draft.defaultBytes === "" ? null : Number(draft.defaultBytes) }),
      ...(has("ipAllowlist") && { ipAllowlist: networksIn(draft.ipAllowlist) }),
    })
  const error = generalError(save.error, fields)
  const listError = networkError(save.error)
  return (
    <Card title="Settings">
      <Form onSubmit={submit}>
        <WhoMay needs={`api.${api.id}.update_api`} />
        <MovedNotice hasMoved={hasMoved} onReset={reset} />
        <Field error={errorOf(save.error, "name")} label="Name">
          {(control) => (
            <TextInput {...control} disabled={!mayChange} onChange={set("name")} required value={draft.name} />
          )}
        </Field>
        <FieldRow>
          <Field
            error={errorOf(save.error, "defaultPrefix")}
            hint="New keys begin with it, such as acme_live. Existing keys stay as they are."
            isOptional
            label="Default prefix"
          >
            {(control) => (
              <TextInput
                {...control}
                disabled={!mayChange}
                isMono
                maxLength={keyPrefixLength.maximum}
                onChange={set("defaultPrefix")}
                value={draft.defaultPrefix}
              />
            )}
          </Field>
          <Field
            error={errorOf(save.error, "defaultBytes")}
            hint={`Random bytes in new keys, from ${keyBytes.minimum} to ${keyBytes.maximum}. Empty means ${defaultKeyBytes}.`}
            isOptional
            label="Default length"
          >
            {(control) => (
              <TextInput
                {...control}
                disabled={!mayChange}
                inputMode="numeric"
                max={keyBytes.maximum}
                min={keyBytes.minimum}
                onChange={set("defaultBytes")}
                type="number"
                value={draft.defaultBytes}
              />
            )}
          </Field>
        </FieldRow>
        <Field
          error={listError}
          hint="One network or address per line, such as 10.0.0.0/8 or 2001:db8::1. Verifications from elsewhere are FORBIDDEN. Empty allows every address."
          isOptional
          label="IP allow list"
        >
          {(control) => (
            <TextArea
              {...control}
              disabled={!mayChange}
              onChange={set("ipAllowlist")}
              placeholder="10.0.0.0/8"
              rows={4}
              value={draft.ipAllowlist}
            />
          )}
        </Field>
        {error && !listError && <Banner tone="bad">{error}</Banner>}
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

function networksIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== "")
}

/** The server names the network that is wrong by its place in the list. */
function networkError(error: unknown): string | undefined {
  for (let index = 0; index < 100; index++) {
    const message = errorOf(error, `ipAllowlist[${index}]`)
    if (message) return `Line ${index + 1}: ${message}`
  }
  return errorOf(error, "ipAllowlist")
}
