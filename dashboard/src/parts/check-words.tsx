import type { ExplainedCheck } from "@keyward/client"
import type { ReactNode } from "react"
import { formatExact, formatWhole, visibleText } from "../ui/format.ts"
import { Ago, useNow } from "../ui/time.tsx"

const labels: Readonly<Record<ExplainedCheck["check"], string>> = {
  quota: "Quota",
  workspace: "Workspace",
  existence: "Key",
  enabled: "Enabled",
  expiry: "Expiry",
  ip: "Address",
  permissions: "Permissions",
  ratelimit: "Rate limit",
  credits: "Credits",
}

export function labelOf({ check, name }: ExplainedCheck): string {
  return visibleText(name ?? labels[check])
}

/** Checks that only say something if they fail: the page shows a key, so it exists. */
export function isWorthALine({ check, passed, remaining }: ExplainedCheck): boolean {
  return !passed || (check !== "existence" && (check !== "quota" || remaining !== undefined))
}

/** What a check saw, in few words. What failed is told by the server, with what would help. */
export function wordsOf(check: ExplainedCheck): ReactNode {
  const { passed, detail, remaining, reset, balance } = check
  if (check.check === "ratelimit" && remaining !== undefined) {
    return (
      <>
        {formatWhole(remaining)} left
        {reset !== undefined && <StartsAgain time={reset} />}
      </>
    )
  }
  if (!passed) return shown(detail)
  if (check.check === "credits") return balance === undefined ? "unlimited" : `${formatWhole(balance)} left`
  if (check.check === "workspace" || check.check === "enabled") return "yes"
  return shown(detail)
}

/** Says nothing once the time has come, because then it is no longer true. */
function StartsAgain({ time }: { readonly time: number }) {
  if (time <= useNow()) return null
  return (
    <>
      , starts again <Ago time={time} />
    </>
  )
}

/** The server writes for programs: it names operations, marks fields, and has times of its own form. */
function shown(detail: string): string {
  return visibleText(detail)
    .replace(/(: use| with) keys\.\w+(?=\.)/g, "")
    .replaceAll("`", "")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (time) => formatExact(Date.parse(time)))
}
