import type { VerificationUsage } from "@keyward/client"
import type { ReactNode } from "react"
import { Card } from "../ui/card.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { CustomerLink, KeyLink } from "./links.tsx"
import { Load } from "./load.tsx"
import { type TopEntry, TopList } from "./top-list.tsx"
import type { useUsageGroups } from "./usage-groups.ts"

interface TopProps {
  readonly title: string
  readonly usage: ReturnType<typeof useUsageGroups>
  readonly actions?: ReactNode
  /** What to say when nothing was verified. */
  readonly none: string
}

/** A card with the keys that were verified most often. */
export function TopKeys(props: TopProps) {
  return <Top {...props} rowOf={keyRow} />
}

/** A card with the customers whose keys were verified most often. */
export function TopCustomers(props: TopProps) {
  return <Top {...props} rowOf={customerRow} />
}

function Top({
  title,
  usage,
  actions,
  none,
  rowOf,
}: TopProps & { readonly rowOf: (group: VerificationUsage) => TopEntry | undefined }) {
  return (
    <Card actions={actions} title={title}>
      <Load query={usage} skeleton={<SkeletonLines count={4} />}>
        {({ groups }) => {
          const rows = groups.flatMap((group) => rowOf(group) ?? [])
          return rows.length === 0 ? <Empty title={none} /> : <TopList entries={rows} />
        }}
      </Load>
    </Card>
  )
}

function keyRow({ keyId, name, total }: VerificationUsage): TopEntry | undefined {
  return keyId === undefined ? undefined : { key: keyId, name: <KeyLink id={keyId} name={name} />, value: total }
}

function customerRow({ identity, total }: VerificationUsage): TopEntry | undefined {
  if (identity === undefined) return undefined
  return { key: identity.id, name: <CustomerLink id={identity.id} name={identity.externalId} />, value: total }
}
