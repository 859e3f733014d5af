import { type FormEvent, useEffect, useRef, useState } from "react"
import { Button } from "../ui/button.tsx"
import { Field, TextArea, TextInput } from "../ui/field.tsx"
import { networksIn } from "./networks.ts"
import { useMay, usePage } from "./page-context.tsx"
import type { PanelProps } from "./panel-props.ts"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { useCall } from "./use-call.ts"

/** The name of a key, and the networks that may use it. Only what was changed is sent. */
export function EditKey({ value, onChanged, onClose }: PanelProps) {
  const { api, language } = usePage()
  const { say } = language
  const may = useMay()
  const before = { name: value.name ?? "", networks: value.ipAllowlist.join("\n") }
  const [name, setName] = useState(before.name)
  const [networks, setNetworks] = useState(before.networks)
  const save = useCall()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), [])
  const hasName = name.trim() !== before.name
  const hasNetworks = networks !== before.networks
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.run(async () => {
      await api.updateKey({
        keyId: value.keyId,
        ...(hasName && { name: name.trim() }),
        ...(hasNetworks && { ipAllowlist: networksIn(networks) }),
      })
      await onChanged()
      onClose()
    })
  }
  return (
    <form className={css.panel} onSubmit={send} ref={form}>
      <ProblemBanner error={save.error} />
      <div className={css.fields}>
        {may("rename") && (
          <Field label={say("create.name")}>
            {(control) => <TextInput {...control} maxLength={64} onChange={setName} required value={name} />}
          </Field>
        )}
        {may("restrict") && (
          <Field hint={say("create.networksHint")} label={say("create.networks")}>
            {(control) => <TextArea {...control} onChange={setNetworks} rows={2} value={networks} />}
          </Field>
        )}
      </div>
      <div className={css.actions}>
        <Button
          disabled={!(hasName || hasNetworks) || (hasName && name.trim() === "")}
          isBusy={save.isBusy}
          type="submit"
          variant="primary"
        >
          {say("action.save")}
        </Button>
        <Button onClick={onClose}>{say("action.cancel")}</Button>
      </div>
    </form>
  )
}
