import type { Tone } from "../../ui/badge.tsx"
import type { HealthState } from "./webhook-health.ts"

interface HealthWords {
  readonly label: string
  readonly tone: Tone
  readonly meaning: string
}

export const healthWords: Readonly<Record<HealthState, HealthWords>> = {
  gone: {
    label: "Disabled: gone",
    tone: "bad",
    meaning: "The endpoint answered 410 Gone, so Keyward disabled the webhook. It keeps its place and misses nothing.",
  },
  gaveUp: {
    label: "Disabled: failing",
    tone: "bad",
    meaning:
      "The endpoint accepted nothing for 5 days, so Keyward disabled the webhook. It keeps its place and misses nothing.",
  },
  disabled: {
    label: "Disabled",
    tone: "neutral",
    meaning: "Nothing is sent. The webhook keeps its place, and sends what it missed when you enable it.",
  },
  failing: {
    label: "Failing",
    tone: "bad",
    meaning: "Every attempt since then has failed. Keyward keeps trying, and loses nothing.",
  },
  behind: { label: "Behind", tone: "warn", meaning: "Older events are still to be sent." },
  retrying: {
    label: "Retrying",
    tone: "warn",
    meaning: "The endpoint refused some events. They are sent again later.",
  },
  delivering: { label: "Delivering", tone: "good", meaning: "The endpoint accepts what is sent." },
  idle: { label: "Nothing sent yet", tone: "info", meaning: "No event that it wants has happened yet." },
}
