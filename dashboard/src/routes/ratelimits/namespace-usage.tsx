import { totalsOf, useNamespaceUsage } from "../../parts/usage/namespace-usage.ts"
import { Sparkline } from "../../parts/usage/sparkline.tsx"
import { Count } from "../../ui/count.tsx"
import { counted, formatPercent } from "../../ui/format.ts"
import { Skeleton } from "../../ui/states.tsx"

interface ChecksProps {
  readonly namespaceId: string
  readonly shows: "chart" | "passed" | "denied"
}

/** One number of a namespace in the chosen time range. The cells of a row share one request. */
export function Checks({ namespaceId, shows }: ChecksProps) {
  const { data } = useNamespaceUsage(namespaceId).query
  if (data === undefined) return shows === "chart" ? <Skeleton height={22} width={140} /> : <Skeleton width={24} />
  const { passed, denied } = totalsOf(data)
  if (shows !== "chart") return <Count value={shows === "passed" ? passed : denied} />
  const counts = data.times.map((_, index) => data.groups.reduce((sum, group) => sum + (group.counts[index] ?? 0), 0))
  return <Sparkline counts={counts} label={`${counted(passed + denied, "check")} in this time`} width={140} />
}

export function DeniedShare({ namespaceId }: { readonly namespaceId: string }) {
  const { data } = useNamespaceUsage(namespaceId).query
  if (data === undefined) return <Skeleton width={40} />
  const { passed, denied } = totalsOf(data)
  return passed + denied === 0 ? "–" : formatPercent(denied / (passed + denied))
}
