import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { Stack } from "../../ui/page.tsx"
import { Empty, Skeleton } from "../../ui/states.tsx"
import { Load } from "../load.tsx"
import { UsageNotAllowed } from "../usage/usage-not-allowed.tsx"
import css from "./incident.module.css"
import { IncidentTimeline } from "./incident-timeline.tsx"
import { ReasonCard } from "./reason-card.tsx"
import type { Subject } from "./subject.ts"
import { longestDays, useIncident } from "./use-incident.ts"

/** Why a key or a customer is refused, since when, by what change, and the button that ends it. */
export function Incident({ of }: { readonly of: Subject }) {
  const can = useCan()
  const isOwn = of.customerId !== undefined && can(`identity.${of.customerId}.read_usage`)
  if (can(`api.${of.apiId ?? "*"}.read_usage`) || (isOwn && of.type === "customer")) return <Shown of={of} />
  return <UsageNotAllowed permission={of.type === "key" ? "api.*.read_usage" : "identity.*.read_usage"} />
}

function Shown({ of }: { readonly of: Subject }) {
  const { incident, period, isCut } = useIncident(of)
  return (
    <Load query={incident} skeleton={<Skeleton height={220} />}>
      {({ refusals, changes, moreChanges = false }) => (
        <Stack>
          {isCut && <p className={css.note}>Only the last {longestDays} days of this time are explained.</p>}
          {refusals.length === 0 && (
            <Card>
              <Empty title="No refusals in this period">
                Every verification of this {of.type} was accepted, or there was none. Choose another time above.
              </Empty>
            </Card>
          )}
          {refusals.map((reason) => (
            <ReasonCard changes={changes} key={reason.code} of={of} period={period} refusals={reason} />
          ))}
          <IncidentTimeline changes={changes} isPartial={moreChanges} of={of} refusals={refusals} />
        </Stack>
      )}
    </Load>
  )
}
