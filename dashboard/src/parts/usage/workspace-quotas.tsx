import type { WorkspaceWithCounts } from "@keyward/client"
import { formatShort, formatWhole } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"
import css from "./workspace-quotas.module.css"

/** How much of its quotas a workspace uses. */
export function WorkspaceQuotas({ workspace: { counts, limits } }: { readonly workspace: WorkspaceWithCounts }) {
  const quotas = [
    { label: "Keys", value: counts.keys, max: limits.keys },
    { label: "Customers", value: counts.identities, max: limits.identities },
    { label: "Verifications this month", value: counts.verificationsThisMonth, max: limits.verificationsPerMonth },
  ]
  return (
    <div className={css.quotas}>
      {quotas.map(({ label, value, max }) =>
        max === null ? (
          <div className={css.line} key={label}>
            <b>{label}</b>
            <span title={formatWhole(value)}>{formatShort(value)}, no limit</span>
          </div>
        ) : (
          <Meter
            key={label}
            label={label}
            max={max}
            note={<span title={formatWhole(value)}>{`${formatShort(value)} of ${formatShort(max)}`}</span>}
            value={value}
          />
        ),
      )}
      <div className={css.line}>
        <b>Requests of root keys</b>
        <span>
          {limits.requestsPerMinute === null ? "no limit" : `${formatWhole(limits.requestsPerMinute)} per minute`}
        </span>
      </div>
      <p className={css.note}>
        {limits.onExceeded === "disable"
          ? "When the monthly verifications are used up, the workspace is disabled."
          : "What exceeds a quota is refused. Nothing else changes."}{" "}
        Operators set quotas. The counts are at most a minute old.
      </p>
    </div>
  )
}
