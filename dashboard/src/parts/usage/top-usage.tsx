import type { UsageGetVerificationsOutput, VerificationUsage } from "@keyward/client"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Card } from "../../ui/card.tsx"
import { formatShort, visibleText } from "../../ui/format.ts"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { sumOf } from "../../ui/sum.ts"
import { CustomerLink, KeyLink } from "../links.tsx"
import { Load } from "../load.tsx"
import { type TopEntry, TopList } from "./top-list.tsx"
import css from "./top-usage.module.css"
import { refusals } from "./usage-groups.ts"
import { useUsageOfEach } from "./usage-of-each.ts"
import { useUsagePeriod } from "./usage-period.ts"

interface TopProps {
  readonly title: string
  readonly usage: UseQueryResult<UsageGetVerificationsOutput>
  readonly actions?: ReactNode
  /** A text if nothing was verified. */
  readonly none: string
  /** How to begin then. */
  readonly hint?: string
  /** The API that the usage is of, if it is of one. */
  readonly apiId?: string
}

/** A card with the keys that were verified most often. */
export function TopKeys(props: TopProps) {
  return <Top {...props} by="key" rowOf={keyRow} />
}

/** A card with the customers whose keys were verified most often. */
export function TopCustomers(props: TopProps) {
  return <Top {...props} by="identity" rowOf={customerRow} />
}

function Top({
  title,
  usage,
  actions,
  none,
  hint,
  apiId,
  by,
  rowOf,
}: TopProps & { readonly by: "key" | "identity"; readonly rowOf: RowOf }) {
  const { bounds, sumInterval } = useUsagePeriod()
  const ids = [...new Set((usage.data?.groups ?? []).flatMap((group) => idOf(group, by) ?? []))]
  const { data: refused } = useUsageOfEach(by, ids, {
    ...bounds,
    interval: sumInterval,
    codes: refusals,
    ...(apiId !== undefined && { apiId }),
  })
  return (
    <Card actions={actions} title={title}>
      <Load query={usage} skeleton={<SkeletonLines count={4} />}>
        {({ groups }) => {
          const rows = groups.flatMap((group) => {
            const row = rowOf(group)
            return row ? withRefused(row, sumOf(refused?.get(idOf(group, by) ?? "") ?? [])) : []
          })
          return rows.length === 0 ? <Empty title={none}>{hint}</Empty> : <TopList entries={rows} />
        }}
      </Load>
    </Card>
  )
}

type RowOf = (group: VerificationUsage) => TopEntry | undefined

function idOf({ keyId, identity }: VerificationUsage, by: "key" | "identity"): string | undefined {
  return by === "key" ? keyId : identity?.id
}

/** Refused ones stand out, also if most of their calls are accepted. */
function withRefused(row: TopEntry, refused: number): TopEntry {
  if (refused === 0) return row
  return { ...row, part: Math.min(refused, row.value), note: `${formatShort(refused)} refused` }
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
