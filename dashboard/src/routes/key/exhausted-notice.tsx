import type { Key } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { CustomerLink } from "../../parts/links.tsx"
import { useCan, useWorkspace } from "../../session.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { Banner } from "../../ui/states.tsx"
import { Ago } from "../../ui/time.tsx"
import type { Exhausted } from "./use-exhausted.ts"

interface ExhaustedNoticeProps {
  readonly apiKey: Key
  readonly exhausted: Exhausted | undefined
  readonly onOpenCredits: () => void
}

/** Says which balance stops the key, and leads to where that is changed. */
export function ExhaustedNotice({ apiKey, exhausted, onOpenCredits }: ExhaustedNoticeProps) {
  const mayUpdate = useCan()(`api.${apiKey.apiId}.update_key`)
  if (exhausted === undefined) return null
  const { balance, reset } = exhausted
  const end = reset !== undefined && (
    <>
      {" "}
      {balance === "key" ? "The refill comes" : "The quota starts again"} <Ago time={reset} />.
    </>
  )
  if (balance === "customer") return <CustomerUsedUp apiKey={apiKey}>{end}</CustomerUsedUp>
  return (
    <Banner
      actions={
        <Button onClick={onOpenCredits} size="small">
          {mayUpdate ? "Add credits" : "See its credits"}
        </Button>
      }
    >
      The key itself has no credits left, so its verifications return USAGE_EXCEEDED.{end}
    </Banner>
  )
}

interface CustomerUsedUpProps {
  readonly apiKey: Key
  readonly children: ReactNode
}

function CustomerUsedUp({ apiKey: { identity, balances }, children }: CustomerUsedUpProps) {
  const { workspaceId } = useWorkspace()
  const can = useCan()
  if (identity === undefined) return null
  const mayTopUp = can(`identity.${identity.id}.update_credits`)
  return (
    <Banner
      actions={
        <Link
          className={buttonClass("default", "small")}
          params={{ workspaceId, identityId: identity.id }}
          search={{ tab: "billing" }}
          to="/w/$workspaceId/customers/$identityId"
        >
          {mayTopUp ? "Top up the customer" : "See the customer"}
        </Link>
      }
    >
      The customer <CustomerLink id={identity.id} name={identity.externalId} /> has used up its {fundsOf(balances)}, so
      verifications of this key return USAGE_EXCEEDED.{children}
    </Banner>
  )
}

function fundsOf({ quota, credits }: NonNullable<Key["balances"]> = {}): string {
  if (quota === undefined) return "credits"
  return credits === undefined ? "quota" : "quota and credits"
}
