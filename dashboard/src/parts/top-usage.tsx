import type { UsageGetVerificationsOutput, VerificationUsage } from "@keyward/client"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Card } from "../ui/card.tsx"
import { visibleText } from "../ui/format.ts"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { CustomerLink, KeyLink } from "./links.tsx"
import { Load } from "./load.tsx"
import { type TopEntry, TopList } from "./top-list.tsx"
import css from "./top-usage.module.css"

interface TopProps {
  readonly title: string
  readonly usage: UseQueryResult<UsageGetVerificationsOutput>
  readonly actions?: ReactNode
  /** What to say when nothing was verified. */
  readonly none: string
  /** How to begin then. */
  readonly hint?: string
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
  hint,
  rowOf,
}: TopProps & { readonly rowOf: (group: VerificationUsage) => TopEntry | undefined }) {
  return (
    <Card actions={actions} title={title}>
      <Load query={usage} skeleton={<SkeletonLines count={4} />}>
        {({ groups }) => {
          const rows = groups.flatMap((group) => rowOf(group) ?? [])
          return rows.length === 0 ? <Empty title={none}>{hint}</Empty> : <TopList entries={rows} />
        }}
      </Load>
    </Card>
  )
}

/** Many keys have the same name, so the customer tells them apart, where the usage is also grouped by it. */
function keyRow({ keyId, name, identity, total }: VerificationUsage): TopEntry | undefined {
  if (keyId === undefined) return undefined
  const link = (
    <span className={css.key}>
      <KeyLink id={keyId} name={name} />
      {identity?.externalId !== undefined && <span className={css.owner}>{visibleText(identity.externalId)}</span>}
    </span>
  )
  return { key: `${keyId} ${identity?.id}`, name: link, value: total }
}

function customerRow({ identity, total }: VerificationUsage): TopEntry | undefined {
  if (identity === undefined) return undefined
  return { key: identity.id, name: <CustomerLink id={identity.id} name={identity.externalId} />, value: total }
}
