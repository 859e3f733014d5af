import type { Webhook } from "@keyward/client"
import { minuteMs } from "../../../../src/core/durations.ts"
import { counted } from "../../ui/format.ts"

/** How delivery to a webhook is going, the worst first. */
export type HealthState = "gone" | "gaveUp" | "disabled" | "failing" | "behind" | "retrying" | "delivering" | "idle"

/** An event that has just happened is no delay. */
const delayMs = minuteMs

export function healthOf({ enabled, disabledReason, health }: Webhook, now: number): HealthState {
  if (!enabled && disabledReason === "gone") return "gone"
  if (!enabled) return disabledReason === "failing" ? "gaveUp" : "disabled"
  if (health.failingSince !== undefined) return "failing"
  if (health.behindSince !== undefined && now - health.behindSince > delayMs) return "behind"
  if (health.waiting > 0) return "retrying"
  return health.lastDeliveredAt === undefined ? "idle" : "delivering"
}

/** "3 events wait" */
export function waitingText(waiting: number): string {
  return `${counted(waiting, "event")} ${waiting === 1 ? "waits" : "wait"} to be sent again`
}
