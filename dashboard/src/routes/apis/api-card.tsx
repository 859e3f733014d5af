import type { Api, UsageGetVerificationsOutput } from "@keyward/client"
import type { ReactNode } from "react"
import { ApiLink } from "../../parts/links.tsx"
import { Sparkline } from "../../parts/usage/sparkline.tsx"
import { useWidth } from "../../parts/usage/use-width.ts"
import { Badge } from "../../ui/badge.tsx"
import { Count } from "../../ui/count.tsx"
import { counted, formatPercent } from "../../ui/format.ts"
import { Skeleton } from "../../ui/states.tsx"
import css from "./api-card.module.css"

interface ApiCardProps {
  readonly api: Api
  /** The verifications by API, once they are known. */
  readonly all: UsageGetVerificationsOutput | undefined
  readonly refused: number
  readonly keys: number | undefined
  readonly hasUsage: boolean
}

/** One API with what its keys did in the chosen time range. */
export function ApiCard({ api, all, refused, keys, hasUsage }: ApiCardProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const usage = all?.groups.find(({ apiId }) => apiId === api.id)
  const total = usage?.total ?? 0
  return (
    <article className={css.card}>
      <h2 className={css.name}>
        <ApiLink id={api.id} name={api.name} />
      </h2>
      <div className={css.about}>
        <span className={css.prefix}>{api.defaultPrefix === undefined ? "no prefix" : `${api.defaultPrefix}_…`}</span>
        {api.deleteProtection && <Badge title="It cannot be deleted while it is protected.">Protected</Badge>}
        {api.ipAllowlist.length > 0 && <Badge tone="info">IP allow list</Badge>}
      </div>
      {hasUsage && (
        <div className={css.line} ref={ref}>
          {all && (
            <Sparkline
              counts={usage?.counts ?? all.times.map(() => 0)}
              height={36}
              label={`${counted(total, "verification")} in this time`}
              width={Math.max(1, width)}
            />
          )}
        </div>
      )}
      <dl className={css.numbers}>
        <div>
          <dt>Keys</dt>
          <dd>{keys === undefined ? "–" : <Count value={keys} />}</dd>
        </div>
        {hasUsage && (
          <>
            <div>
              <dt>Verifications</dt>
              <dd>{all ? <Count value={total} /> : "–"}</dd>
            </div>
            <div>
              <dt>Refused</dt>
              <dd>{all && total > 0 ? formatPercent(refused / total) : "–"}</dd>
            </div>
          </>
        )}
      </dl>
    </article>
  )
}

export function ApiCards({ children }: { readonly children: ReactNode }) {
  return <div className={css.cards}>{children}</div>
}

export function ApiCardsSkeleton() {
  return (
    <ApiCards>
      {["first", "second", "third"].map((place) => (
        <div className={css.card} key={place}>
          <Skeleton height={148} />
        </div>
      ))}
    </ApiCards>
  )
}
