import type { RotatedKey } from "@keyward/client"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { dayMs, hourMs } from "../../../src/core/durations.ts"
import { Button } from "../ui/button.tsx"
import { Field, Select } from "../ui/field.tsx"
import { usePage } from "./page-context.tsx"
import type { PanelProps } from "./panel-props.ts"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { Secret } from "./secret.tsx"
import { Ago } from "./time.tsx"
import { useCall } from "./use-call.ts"
import { WithValue } from "./with-value.tsx"

const overlaps = [hourMs, dayMs, 3 * dayMs, 7 * dayMs]

/** A new secret for a key, beside the old one for some time. */
export function RotateKey({ value, name, onChanged, onClose }: PanelProps) {
  const { api, language } = usePage()
  const { say, span, moment } = language
  const isRotating = value.rotation !== undefined
  const [overlap, setOverlap] = useState(isRotating ? "0" : String(dayMs))
  const [rotated, setRotated] = useState<RotatedKey>()
  const rotate = useCall()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector("select")?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    rotate.run(async () => {
      setRotated(await api.rotateKey(value.keyId, Number(overlap)))
      await onChanged()
    })
  }
  if (rotated !== undefined) {
    const end = rotated.previousExpires
    return (
      <Secret
        about={overlap === "0" ? say("secret.rotatedNow") : say("secret.rotated", { time: moment(end) })}
        onSaved={onClose}
        secret={rotated.key}
      />
    )
  }
  return (
    <form className={css.panel} onSubmit={send} ref={form}>
      <h3 className={css.panelTitle}>{say("rotate.title", { name })}</h3>
      <p>
        {say(isRotating ? "rotate.again" : "rotate.text")}{" "}
        {value.lastUsedAt !== undefined && (
          <WithValue id="rotate.lastUsed" place="time">
            <Ago time={value.lastUsedAt} />
          </WithValue>
        )}
      </p>
      <ProblemBanner error={rotate.error} />
      <div className={css.fields}>
        <Field label={say("rotate.overlap")}>
          {(control) => (
            <Select
              {...control}
              onChange={setOverlap}
              options={[
                ...(isRotating ? [] : overlaps).map((ms) => ({ value: String(ms), label: span(ms) })),
                { value: "0", label: say("rotate.now") },
              ]}
              value={overlap}
            />
          )}
        </Field>
      </div>
      <div className={css.actions}>
        <Button isBusy={rotate.isBusy} type="submit" variant="primary">
          {say("rotate.submit")}
        </Button>
        <Button onClick={onClose}>{say("action.cancel")}</Button>
      </div>
    </form>
  )
}
