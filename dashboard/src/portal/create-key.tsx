import { type FormEvent, useEffect, useRef, useState } from "react"
import { Button } from "../ui/button.tsx"
import { Field, Select, TextArea, TextInput } from "../ui/field.tsx"
import { type ExpiryChoice, ExpiryField, endOf, firstChoice } from "./expiry-field.tsx"
import { networksIn } from "./networks.ts"
import { useMay, usePage } from "./page-context.tsx"
import { PermissionField } from "./permission-field.tsx"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { useCall } from "./use-call.ts"

interface CreateKeyProps {
  readonly onCreated: (secret: string) => void
  readonly onCancel: () => void
}

/** What a person chooses for a new key. Questions with one possible answer are not asked. */
export function CreateKey({ onCreated, onCancel }: CreateKeyProps) {
  const { api, view, language, refresh } = usePage()
  const { say } = language
  const may = useMay()
  const { apis } = view
  const [name, setName] = useState("")
  const [apiId, setApiId] = useState(apis[0]?.apiId ?? "")
  const [expiry, setExpiry] = useState<ExpiryChoice>(firstChoice(view))
  const [permissions, setPermissions] = useState<readonly string[]>()
  const [networks, setNetworks] = useState("")
  const create = useCall()
  const first = useRef<HTMLFormElement>(null)
  useEffect(() => first.current?.querySelector("input")?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    create.run(async () => {
      const { key } = await api.createKey({
        apiId,
        name: name.trim(),
        expires: endOf(expiry, view, Date.now()),
        ...(permissions && { permissions: [...permissions] }),
        ...(networks.trim() !== "" && { ipAllowlist: networksIn(networks) }),
      })
      onCreated(key)
      await refresh()
    })
  }
  return (
    <form className={css.panel} onSubmit={send} ref={first}>
      <h2 className={css.panelTitle}>{say("create.title")}</h2>
      <ProblemBanner error={create.error} />
      <div className={css.fields}>
        <Field hint={say("create.nameHint")} label={say("create.name")}>
          {(control) => <TextInput {...control} maxLength={64} onChange={setName} required value={name} />}
        </Field>
        {apis.length > 1 && (
          <Field label={say("key.api")}>
            {(control) => (
              <Select
                {...control}
                onChange={setApiId}
                options={apis.map((one) => ({ value: one.apiId, label: one.name }))}
                value={apiId}
              />
            )}
          </Field>
        )}
        <ExpiryField onChange={setExpiry} value={expiry} />
        {view.permissions.length > 0 && <PermissionField onChange={setPermissions} value={permissions} />}
        {may("restrict") && (
          <Field hint={say("create.networksHint")} label={say("create.networks")}>
            {(control) => <TextArea {...control} onChange={setNetworks} rows={2} value={networks} />}
          </Field>
        )}
      </div>
      <div className={css.actions}>
        <Button disabled={name.trim() === ""} isBusy={create.isBusy} type="submit" variant="primary">
          {say("create.submit")}
        </Button>
        <Button onClick={onCancel}>{say("action.cancel")}</Button>
      </div>
    </form>
  )
}
