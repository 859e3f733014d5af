import type { Webhook } from "@keyward/client"
import { Badge } from "../../ui/badge.tsx"
import { Ago, useNow } from "../../ui/time.tsx"
import { healthWords } from "./health-words.ts"
import { healthOf, waitingText } from "./webhook-health.ts"

/** The state of a webhook as a word with a colour. */
export function HealthBadge({ webhook }: { readonly webhook: Webhook }) {
  const { label, tone, meaning } = healthWords[healthOf(webhook, useNow())]
  return (
    <Badge title={meaning} tone={tone}>
      {label}
    </Badge>
  )
}

/** Since when, and how much waits: what people ask next. */
export function HealthText({ webhook }: { readonly webhook: Webhook }) {
  const state = healthOf(webhook, useNow())
  const { lastDeliveredAt, failingSince, behindSince, waiting } = webhook.health
  const waits = waiting > 0 && state !== "disabled" && ` · ${waitingText(waiting)}`
  if (state === "failing") {
    return (
      <>
        since <Ago time={failingSince} />
        {waits}
      </>
    )
  }
  if (state === "behind") {
    return (
      <>
        oldest event <Ago time={behindSince} />
        {waits}
      </>
    )
  }
  if (lastDeliveredAt === undefined) return waits ? waitingText(waiting) : null
  return (
    <>
      last accepted <Ago time={lastDeliveredAt} />
      {waits}
    </>
  )
}
