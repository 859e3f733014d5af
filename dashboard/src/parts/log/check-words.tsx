import type { ExplainedCheck } from "@keyward/client"
import type { ReactNode } from "react"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { Ago, useNow } from "../../ui/time.tsx"
import css from "./check-words.module.css"

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
  // Quota and credits of the customer.
  if (check === "credits" && name !== undefined) return "Customer"
  return visibleText(name ?? labels[check])
}

/** Checks that only say something if they fail: the page shows a key, so it exists. */
export function isWorthALine({ check, passed, remaining }: ExplainedCheck): boolean {
  return !passed || (check !== "existence" && (check !== "quota" || remaining !== undefined))
}

interface CheckProps {
  readonly check: ExplainedCheck
}

/** The result of a check, in few words, and a hint if it failed. */
export function CheckWords({ check }: CheckProps) {
  return (
    <>
      <Seen check={check} />
      {check.hint && <span className={css.hint}>{visibleText(check.hint)}</span>}
    </>
  )
}

/** Numbers and times come from their fields, so that they look as on the rest of the page. */
function Seen({ check: { check, passed, detail, remaining, reset, balance, expires } }: CheckProps): ReactNode {
  if (remaining !== undefined) {
    return (
      <>
        {formatWhole(remaining)} left
        {reset !== undefined && <StartsAgain time={reset} />}
      </>
    )
  }
  if (check === "credits") return balance === undefined ? "unlimited" : `${formatWhole(balance)} left`
  if (check === "expiry") return <Ago time={expires} />
  if (passed && (check === "workspace" || check === "enabled")) return "yes"
  return visibleText(detail)
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
