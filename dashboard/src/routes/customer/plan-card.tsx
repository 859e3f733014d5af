import type { Identity } from "@keyward/client"
import { useState } from "react"
import { PlanLink } from "../../parts/links.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Facts } from "../../ui/facts.tsx"
import { visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { Banner } from "../../ui/states.tsx"
import { Moment } from "../../ui/time.tsx"
import { PlanDialog } from "./plan-dialog.tsx"

/** The plan of the customer, and the change that is planned. */
export function PlanCard({ customer }: { readonly customer: Identity }) {
  const [isChoosing, setChoosing] = useState(false)
  const mayChange = useCan()(`identity.${customer.id}.set_plan`)
  const cancel = useChange((client) => client.identities.updateIdentity({ identity: customer.id, planChange: null }), {
    done: () => ({ title: "Cancelled. The customer keeps its plan." }),
  })
  const { plan, planChange } = customer
  return (
    <Card
      actions={
        mayChange && (
          <Button onClick={() => setChoosing(true)} size="small">
            Change plan
          </Button>
        )
      }
      title="Plan"
    >
      <Stack>
        {plan ? (
          <Facts
            facts={[
              { name: "Has", value: <PlanLink id={plan.id} name={plan.name} /> },
              plan.inherited && { name: "Because", value: "It has no plan of its own, and this is the default" },
            ]}
          />
        ) : (
          <p>None, and there is no default plan. Only what the customer and its keys have themselves applies.</p>
        )}
        <WhoMay needs={`identity.${customer.id}.set_plan`} />
        {planChange && (
          <Banner
            actions={
              mayChange && (
                <Button isBusy={cancel.isBusy} onClick={() => cancel.run(undefined)} size="small">
                  Cancel the change
                </Button>
              )
            }
            tone="info"
          >
            {planChange.plan ? `Changes to ${visibleText(planChange.plan.name)}` : "Changes to the default plan"} on{" "}
            <Moment time={planChange.at} />.
          </Banner>
        )}
      </Stack>
      {isChoosing && <PlanDialog customer={customer} onClose={() => setChoosing(false)} />}
    </Card>
  )
}
