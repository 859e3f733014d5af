import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { Stack } from "../../ui/page.tsx"
import { Empty, Skeleton } from "../../ui/states.tsx"
import { Below } from "../below.tsx"
import { Load } from "../load.tsx"
import { UsageNotAllowed } from "../usage/usage-not-allowed.tsx"
import { IncidentTimeline } from "./incident-timeline.tsx"
import { ReasonCard, readsOfReasons } from "./reason-card.tsx"
import type { Subject } from "./subject.ts"
import { useIncident } from "./use-incident.ts"

/** Why a key or a customer is refused, since when, by what change, and the button that ends it. */
export function Incident({ of }: { readonly of: Subject }) {
  const can = useCan()
  const isOwn = of.customerId !== undefined && can(`identity.${of.customerId}.read_usage`)
  if (can(`api.${of.apiId ?? "*"}.read_usage`) || (isOwn && of.type === "customer")) return <Shown of={of} />
  return <UsageNotAllowed permission={of.type === "key" ? "api.*.read_usage" : "identity.*.read_usage"} />
}

function Shown({ of }: { readonly of: Subject }) {
  const { counts, reasons, period, changes } = useIncident(of)
  const { error, refetch } = counts
  return (
    <Load query={{ data: reasons, error, refetch }} skeleton={<Skeleton height={220} />}>
      {(found) => (
        <Stack>
          {found.length === 0 && (
            <Card>
              <Empty title="No refusals in this period">
                Every verification of this {of.type} was accepted, or there was none. Choose another time above.
              </Empty>
            </Card>
          )}
          {found.map((reason, index) => {
            const card = <ReasonCard key={reason.code} of={of} period={period} reason={reason} />
            return index === 0 ? (
              card
            ) : (
              <Below key={reason.code} reads={readsOfReasons}>
                {card}
              </Below>
            )
          })}
          <Below reads={readsOfReasons}>
            <IncidentTimeline changes={changes} of={of} reasons={found} />
          </Below>
        </Stack>
      )}
    </Load>
  )
}
