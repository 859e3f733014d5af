import type { Identity } from "@keyward/client"
import { useState } from "react"
import { isInherited, isUsedUp, leftOf } from "../../parts/customers/funds.ts"
import { intervalText, overageText, periodText, utcDay } from "../../parts/customers/quota-words.ts"
import { PlanLink } from "../../parts/links.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"
import { Stack } from "../../ui/page.tsx"
import { Ago } from "../../ui/time.tsx"
import { QuotaDialog } from "./quota-dialog.tsx"
import { UsedDialog } from "./used-dialog.tsx"

/** How much of its quota the customer has used, and the dialogs that change it. */
export function QuotaCard({ customer }: { readonly customer: Identity }) {
  const [dialog, open] = useState<"quota" | "used">()
  const can = useCan()
  const { id, quota, otherPeriods = [] } = customer
  const close = () => open(undefined)
  return (
    <Card
      actions={
        <>
          {quota && can(`identity.${id}.update_credits`) && (
            <Button onClick={() => open("used")} size="small">
              Correct count
            </Button>
          )}
          {can(`identity.${id}.set_plan`) && (
            <Button onClick={() => open("quota")} size="small">
              {quota ? "Edit quota" : "Set quota"}
            </Button>
          )}
        </>
      }
      title="Quota"
    >
      <Stack>
        {quota ? (
          <QuotaUse customer={customer} quota={quota} />
        ) : (
          <p>None. Nothing limits how much its keys use per period, but credits and rate limits.</p>
        )}
        {otherPeriods.map(describePeriod).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <WhoMay needs={`identity.${id}.set_plan`} />
      </Stack>
      {dialog === "quota" && <QuotaDialog customer={customer} onClose={close} />}
      {dialog === "used" && quota && <UsedDialog customer={customer} onClose={close} quota={quota} />}
    </Card>
  )
}

interface QuotaUseProps {
  readonly customer: Identity
  readonly quota: NonNullable<Identity["quota"]>
}

function QuotaUse({ customer, quota }: QuotaUseProps) {
  const { plan, billingDay } = customer
  const { limit, used, overage, overageUsed, interval, resets, previous } = quota
  return (
    <>
      <Meter
        canExceed={!isUsedUp(customer)}
        label={`${formatWhole(used)} of ${formatWhole(limit)} used ${periodText(interval)}`}
        max={limit}
        note={
          <>
            {formatWhole(leftOf(quota))} left
            {resets !== undefined && (
              <>
                {" "}
                · starts again <Ago time={resets} />
              </>
            )}
          </>
        }
        value={used}
      />
      {overage !== null && overage > 0 && (
        <Meter
          label={`${formatWhole(overageUsed)} of ${formatWhole(overage)} as overage`}
          max={overage}
          note={`${formatWhole(Math.max(0, overage - overageUsed))} left`}
          value={overageUsed}
        />
      )}
      <Facts
        facts={[
          isInherited(quota) &&
            plan && {
              name: "From",
              value: (
                <>
                  its plan <PlanLink id={plan.id} name={plan.name} />
                </>
              ),
            },
          (overage === null || (overage === 0 && overageUsed > 0)) && {
            name: "Overage",
            value: `${formatWhole(overageUsed)} ${periodText(interval)}`,
          },
          { name: "Beyond it", value: overageText(customer) },
          {
            name: "Starts again",
            value: `${intervalText(interval, billingDay)}${resets === undefined ? "" : `, next on ${utcDay(resets)}`}`,
          },
          previous && { name: "Period before", value: `${describeUse(previous)}, from ${utcDay(previous.from)}` },
        ]}
      />
    </>
  )
}

/** "Earlier quota, monthly from Oct 15, 2026 UTC: 250 used": what was counted under a quota with another interval. */
function describePeriod({ interval, from, ...use }: NonNullable<Identity["otherPeriods"]>[number]): string {
  return `Earlier quota, ${interval}${from === undefined ? "" : ` from ${utcDay(from)}`}: ${describeUse(use)}`
}

interface Use {
  readonly used: number
  readonly overageUsed: number
}

function describeUse({ used, overageUsed }: Use): string {
  return `${formatWhole(used)} used${overageUsed > 0 ? `, ${formatWhole(overageUsed)} as overage` : ""}`
}
