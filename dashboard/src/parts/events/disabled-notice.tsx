import { Banner } from "../../ui/states.tsx"
import { Ago } from "../../ui/time.tsx"
import { nounOf } from "../objects.ts"
import { Actor } from "./actor.tsx"
import { useLatestEvent } from "./latest-event.ts"

interface DisabledNoticeProps {
  readonly type: "key" | "identity"
  readonly id: string
  readonly enabled: boolean
  /** What that means for verifications. */
  readonly children: string
}

/** Says who disabled the object and when. The button that enables it is right above. */
export function DisabledNotice({ type, id, enabled, children }: DisabledNoticeProps) {
  const event = useLatestEvent({ resourceId: id, type: `${type}.disabled` }, !enabled)
  if (enabled) return null
  return (
    <Banner>
      {event === undefined ? (
        `This ${nounOf(type)} is disabled.`
      ) : (
        <>
          Disabled by <Actor actor={event.actor} /> <Ago time={event.time} />.
        </>
      )}{" "}
      {children}
    </Banner>
  )
}
