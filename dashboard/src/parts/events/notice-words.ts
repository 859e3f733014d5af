import type { Event } from "@keyward/client"
import type { NoticeType } from "../../../../src/contract/event-types.ts"
import { formatWhole } from "../../ui/format.ts"

/** What has come about, after the name of the object. */
const words: Readonly<Record<NoticeType | "webhook.disabled", string>> = {
  "credits.exhausted": "has no credits left",
  "credits.low": "has few credits left",
  "identity.quota_near": "has used most of its quota",
  "identity.quota_reached": "has used up its quota",
  "key.expired": "has expired",
  "key.expiring": "expires soon",
  "key.rate_limited": "was refused by a rate limit",
  "root_key.expired": "has expired",
  "root_key.expiring": "expires soon",
  "webhook.disabled": "was disabled: its endpoint has accepted nothing for days",
  "webhook.failing": "is failing: its endpoint accepts nothing",
  "workspace.quota_near": "has used most of its verifications of this month",
  "workspace.quota_reached": "has used up its verifications of this month",
  "workspace.refusals_rising": "has more refusals than usual",
}

/** Of several objects. The others are only about one. */
const wordsOfMany: Readonly<Record<string, string>> = {
  "key.expired": "have expired",
  "key.expiring": "expire soon",
  "key.rate_limited": "were refused by a rate limit",
  "root_key.expired": "have expired",
  "root_key.expiring": "expire soon",
}

/** What follows the name of the first object: "has expired", or "and 3 more have expired". */
export function noticeInWords({ type, changes }: Pick<Event, "type" | "changes">): string {
  const { count, disabledReason } = changes.after ?? {}
  const ofMany = wordsOfMany[type]
  if (ofMany !== undefined && typeof count === "number" && count > 1) {
    return `and ${formatWhole(count - 1)} more ${ofMany}`
  }
  if (type === "webhook.disabled" && disabledReason === "gone") {
    return "was disabled: its endpoint has answered 410 Gone"
  }
  // A newer server may tell what this page does not know.
  return isKnown(type) ? words[type] : type.replace(/^.*\./, "").replaceAll("_", " ")
}

function isKnown(type: string): type is keyof typeof words {
  return Object.hasOwn(words, type)
}
