import type { Identity } from "@keyward/client"
import { useState } from "react"
import { usePageActions } from "../../page-actions.ts"
import { reservedOf } from "../../parts/customers/funds.ts"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useCan } from "../../session.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import { Stack } from "../../ui/page.tsx"
import css from "./credits-card.module.css"
import { type CreditStep, CreditsDialog } from "./credits-dialog.tsx"

/** The prepaid credits of the customer, and the dialogs that change them. */
export function CreditsCard({ customer }: { readonly customer: Identity }) {
  const [step, choose] = useState<CreditStep>()
  const { id, credits } = customer
  const mayChange = useCan()(`identity.${id}.update_credits`)
  usePageActions(
    mayChange ? [{ label: "Top up this customer …", icon: "plus", onSelect: () => choose("increment") }] : [],
  )
  return (
    <Card
      actions={
        mayChange && (
          <>
            <Button icon="plus" onClick={() => choose("increment")} size="small" variant="primary">
              Top up
            </Button>
            <Menu
              items={[
                ...(credits ? [{ label: "Take away …", onSelect: () => choose("decrement") }] : []),
                { label: "Set balance …", onSelect: () => choose("set") },
                ...(credits
                  ? [
                      {
                        label: "Remove credits …",
                        icon: "trash" as const,
                        tone: "danger" as const,
                        startsGroup: true,
                        onSelect: () => choose("remove"),
                      },
                    ]
                  : []),
              ]}
              trigger={<IconButton icon="more" label="More changes of the credits" size="small" />}
            />
          </>
        )
      }
      title="Credits"
    >
      <Stack>
        {credits ? <Balance credits={credits} hasQuota={customer.quota !== undefined} /> : <p>{noCredits(customer)}</p>}
        <WhoMay needs={`identity.${id}.update_credits`} />
      </Stack>
      {step && <CreditsDialog customer={customer} onClose={() => choose(undefined)} step={step} />}
    </Card>
  )
}

interface BalanceProps {
  readonly credits: NonNullable<Identity["credits"]>
  readonly hasQuota: boolean
}

function Balance({ credits, hasQuota }: BalanceProps) {
  const reserved = reservedOf(credits)
  return (
    <div>
      <p className={css.balance}>
        <strong className={css.number}>{formatWhole(credits.remaining)}</strong> left
        {reserved > 0 && ` · ${formatWhole(reserved)} reserved`}
      </p>
      <p className={css.note}>
        Prepaid, for all its keys together. They do not expire. {hasQuota ? "The quota is used first." : ""}
      </p>
    </div>
  )
}

function noCredits({ quota }: Identity): string {
  if (quota === undefined) return "None, and no quota: its verifications charge the customer nothing."
  return "None. A top-up pays for what exceeds the quota."
}
