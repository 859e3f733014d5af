import type { Key } from "@keyward/client"
import { Actor } from "../../parts/events/actor.tsx"
import { useLatestEvent } from "../../parts/events/latest-event.ts"
import { Banner } from "../../ui/states.tsx"
import { Ago } from "../../ui/time.tsx"

/** Says who disabled the key and when. The button that enables it is right above. */
export function DisabledNotice({ apiKey: { keyId, enabled } }: { readonly apiKey: Key }) {
  const event = useLatestEvent({ resourceId: keyId, type: "key.disabled" }, !enabled)
  if (enabled) return null
  return (
    <Banner>
      {event === undefined ? (
        "This key is disabled."
      ) : (
        <>
          Disabled by <Actor actor={event.actor} /> <Ago time={event.time} />.
        </>
      )}{" "}
      Every verification is refused with DISABLED.
    </Banner>
  )
}
