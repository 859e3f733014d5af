import type { PortalKey } from "@keyward/client"
import { useState } from "react"
import { Button } from "../ui/button.tsx"
import { useNow } from "../ui/time.tsx"
import { useMay, usePage } from "./page-context.tsx"
import type { PanelProps } from "./panel-props.ts"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { Ago } from "./time.tsx"
import { useCall } from "./use-call.ts"
import { WithValue } from "./with-value.tsx"

interface RotationNoticeProps extends PanelProps {
  readonly rotation: NonNullable<PortalKey["rotation"]>
}

/** Two secrets work: until when, and whether anything still uses the old one. */
export function RotationNotice({ value, rotation, onChanged }: RotationNoticeProps) {
  const { api, language, announce } = usePage()
  const { say, moment } = language
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const finish = useCall()
  const { previousStart, previousExpires, previousLastUsedAt } = rotation
  if (previousExpires <= useNow(1_000)) return null
  const end = () =>
    finish.run(async () => {
      await api.finishRotation(value.keyId)
      announce(say("rotation.ended"))
      await onChanged()
    })
  return (
    <div className={css.rotation}>
      <p>
        <WithValue id="rotation.text" place="start" values={{ time: moment(previousExpires) }}>
          <code dir="ltr">{previousStart}…</code>
        </WithValue>{" "}
        {previousLastUsedAt === undefined ? (
          say("rotation.unused")
        ) : (
          <strong>
            <WithValue id="rotation.lastUsed" place="time">
              <Ago time={previousLastUsedAt} />
            </WithValue>
          </strong>
        )}
      </p>
      <ProblemBanner error={finish.error} />
      {may("rotate") && !isAsking && (
        <Button onClick={() => setAsking(true)} size="small">
          {say("rotation.end")}
        </Button>
      )}
      {isAsking && (
        <div className={css.actions}>
          <Button autoFocus isBusy={finish.isBusy} onClick={end} size="small" variant="danger">
            {say("rotation.confirm")}
          </Button>
          <Button onClick={() => setAsking(false)} size="small">
            {say("action.cancel")}
          </Button>
        </div>
      )}
    </div>
  )
}
