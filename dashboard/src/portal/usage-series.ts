import type { PortalUsage } from "@keyward/client"
import { visibleText } from "../ui/format.ts"
import type { Language } from "./language.ts"
import { resultText } from "./results.ts"

export interface UsageSeries {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly total: number
  readonly counts: readonly number[]
}

/** Results have their colours in every page of Keyward. */
const colorOfCode: Readonly<Record<NonNullable<PortalUsage["code"]>, string>> = {
  VALID: "var(--valid)",
  RATE_LIMITED: "var(--rate-limited)",
  USAGE_EXCEEDED: "var(--usage-exceeded)",
  INSUFFICIENT_PERMISSIONS: "var(--insufficient-permissions)",
  FORBIDDEN: "var(--forbidden)",
  DISABLED: "var(--disabled)",
  EXPIRED: "var(--expired)",
  NOT_FOUND: "var(--not-found)",
}

const colorsOfKeys = [
  "valid",
  "expired",
  "insufficient-permissions",
  "rate-limited",
  "forbidden",
  "usage-exceeded",
  "not-found",
]

/** Keys that are gone have no name here, so they share one. */
export function seriesOf(
  groups: readonly PortalUsage[],
  by: "code" | "key",
  { say }: Language,
): readonly UsageSeries[] {
  return groups.map(({ keyId, name, code, other, total, counts }, rank) => {
    const shared = { total, counts }
    if (by === "code" && code !== undefined) {
      return { ...shared, key: code, label: say(resultText(code)), color: colorOfCode[code] }
    }
    if (other || keyId === undefined) {
      return { ...shared, key: "other", label: say("usage.otherKeys"), color: "var(--disabled)" }
    }
    const color = `var(--${colorsOfKeys[rank % colorsOfKeys.length]})`
    return { ...shared, key: keyId, label: name === undefined ? say("key.unnamed") : visibleText(name), color }
  })
}
