import { useEffect, useRef } from "react"
import { Button } from "../ui/button.tsx"
import { usePage } from "./page-context.tsx"
import type { PanelProps } from "./panel-props.ts"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { Ago } from "./time.tsx"
import { useCall } from "./use-call.ts"
import { WithValue } from "./with-value.tsx"

/** Asks once more, and says when the key was last used. */
export function RevokeKey({ value, name, onChanged, onClose }: PanelProps) {
  const { api, language, refresh, announce } = usePage()
  const { say } = language
  const revoke = useCall()
  const cancel = useRef<HTMLButtonElement>(null)
  // What cannot be undone is not where Enter is.
  useEffect(() => cancel.current?.focus(), [])
  const send = () =>
    revoke.run(async () => {
      await api.deleteKey(value.keyId)
      announce(say("revoke.done", { name }))
      await Promise.all([refresh(), onChanged()])
    })
  return (
    <section className={css.panel}>
      <h3 className={css.panelTitle}>{say("revoke.title", { name })}</h3>
      <p>
        {say("revoke.text")}{" "}
        {value.lastUsedAt === undefined ? (
          say("revoke.neverUsed")
        ) : (
          <strong>
            <WithValue id="revoke.lastUsed" place="time">
              <Ago time={value.lastUsedAt} />
            </WithValue>
          </strong>
        )}
      </p>
      <ProblemBanner error={revoke.error} />
      <div className={css.actions}>
        <Button isBusy={revoke.isBusy} onClick={send} variant="danger">
          {say("revoke.submit")}
        </Button>
        <Button onClick={onClose} ref={cancel}>
          {say("action.cancel")}
        </Button>
      </div>
    </section>
  )
}
