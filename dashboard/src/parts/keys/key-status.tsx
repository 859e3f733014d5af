import type { Key } from "@keyward/client"
import { type KeyStatus, keyStatuses } from "../../../../src/contract/key-statuses.ts"
import { expiringMs, isExpired } from "../../../../src/core/expiry.ts"
import { Badge, type Tone } from "../../ui/badge.tsx"
import { useNow } from "../../ui/time.tsx"

interface Status {
  readonly label: string
  readonly tone: Tone
  readonly meaning: string
}

const statuses: Readonly<Record<KeyStatus, Status>> = {
  active: { label: "Active", tone: "good", meaning: "Enabled and not expired." },
  disabled: { label: "Disabled", tone: "neutral", meaning: "Every verification is refused with DISABLED." },
  expired: { label: "Expired", tone: "neutral", meaning: "Every verification is refused with EXPIRED." },
  expiring: { label: "Expires soon", tone: "info", meaning: "Expires within 7 days." },
  low_credits: { label: "Credits low", tone: "warn", meaning: "The credits are at or below their threshold." },
}

/** For a filter. */
export const statusOptions = keyStatuses.map((value) => ({ value, label: statuses[value].label }))

/** The status that a text of the address names. */
export function statusNamed(text: string | undefined): KeyStatus | undefined {
  return keyStatuses.find((status) => status === text)
}

/** The most important fact about a key now, in the words of the filter `status` of keys.listKeys. */
export function statusOf(key: Pick<Key, "enabled" | "expires" | "credits">, now: number): KeyStatus {
  if (!key.enabled) return "disabled"
  if (isExpired(key, now)) return "expired"
  if (areCreditsLow(key)) return "low_credits"
  if (isExpired(key, now + expiringMs)) return "expiring"
  return "active"
}

function areCreditsLow({ credits }: Pick<Key, "credits">): boolean {
  if (credits === undefined || credits.remaining === null) return false
  return credits.remaining <= (credits.lowAt ?? (credits.refill?.amount ?? 0) / 10)
}

const noCredits: Status = {
  label: "No credits",
  tone: "bad",
  meaning: "Every verification that costs credits is refused with USAGE_EXCEEDED.",
}

const customerDisabled: Status = {
  label: "Customer disabled",
  tone: "neutral",
  meaning: "Every verification is refused with DISABLED until you enable the customer.",
}

const customerUsedUp: Status = {
  label: "Customer used up",
  tone: "bad",
  meaning: "Every verification that costs credits is refused with USAGE_EXCEEDED until you top up the customer.",
}

interface KeyStatusBadgeProps {
  readonly apiKey: StatedKey
  /** Whether quota, credits and overage of its customer are used up, where that is known. */
  readonly isCustomerUsedUp?: boolean
}

/** The state of a key as a word with a colour. */
export function KeyStatusBadge({ apiKey, isCustomerUsedUp = false }: KeyStatusBadgeProps) {
  const now = useNow()
  const { label, tone, meaning } = isCustomerUsedUp ? customerUsedUp : shownStatus(apiKey, now)
  return (
    <Badge title={meaning} tone={tone}>
      {label}
    </Badge>
  )
}

type StatedKey = Pick<Key, "enabled" | "expires" | "credits" | "identity">

/** The filter knows only the state of the key itself. */
function shownStatus(key: StatedKey, now: number): Status {
  const status = statusOf(key, now)
  if (status === "disabled") return statuses.disabled
  if (key.identity?.enabled === false) return customerDisabled
  return status === "low_credits" && key.credits?.remaining === 0 ? noCredits : statuses[status]
}
