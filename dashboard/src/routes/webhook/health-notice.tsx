import type { Webhook } from "@keyward/client"
import { healthWords } from "../../parts/webhooks/health-words.ts"
import { healthOf, waitingText } from "../../parts/webhooks/webhook-health.ts"
import { Banner } from "../../ui/states.tsx"
import { Moment, useNow } from "../../ui/time.tsx"

const tones = {
  gone: "bad",
  gaveUp: "bad",
  disabled: "info",
  failing: "bad",
  behind: "warn",
  retrying: "warn",
} as const

/** Says above the deliveries what is wrong, since when, and what happens to the events meanwhile. */
export function HealthNotice({ webhook }: { readonly webhook: Webhook }) {
  const state = healthOf(webhook, useNow())
  if (state === "delivering" || state === "idle") return null
  const { failingSince, behindSince, waiting } = webhook.health
  const since = state === "failing" ? failingSince : state === "behind" ? behindSince : undefined
  return (
    <Banner tone={tones[state]}>
      {since !== undefined && (
        <>
          {state === "failing" ? "Failing since " : "The oldest event that was not sent is from "}
          <Moment time={since} />.{" "}
        </>
      )}
      {state === "behind"
        ? "Keyward sends them in order, as fast as the endpoint accepts them."
        : healthWords[state].meaning}
      {waiting > 0 && ` ${waitingText(waiting)}.`}
    </Banner>
  )
}
