import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ask, clientFor } from "../client.ts"
import { Banner } from "../ui/states.tsx"
import { LimiterBanner } from "./limiter-banner.tsx"

const everyMs = 15_000

/** Problems that only operators can fix: lost data, slow responses, and limits that are not enforced. */
export function OperatorBanners() {
  return (
    <>
      <Problems />
      <LostLeases />
      <LimiterBanner />
    </>
  )
}

function useNodes() {
  const { data: nodes = [] } = useQuery({
    queryKey: ["operator", "nodes"],
    queryFn: () => ask(() => clientFor("operator").nodes.listNodes({})),
    refetchInterval: everyMs,
  })
  return nodes
}

/** Overload, damage, and a disk without space. */
function Problems() {
  return useNodes()
    .flatMap(({ problems = [] }) => problems)
    .map(({ type, detail, guide }) => (
      <Banner actions={<a href={guide}>What to do</a>} key={type} tone={type === "disk_low" ? "warn" : "bad"}>
        {detail}
      </Banner>
    ))
}

function LostLeases() {
  const nodes = useNodes()
  const lost = nodes.filter(({ lease }) => lease?.valid === false).length
  if (lost === 0) return null
  return (
    <Banner actions={<Link to="/operator/nodes">Nodes</Link>}>
      {lost === 1 ? "One node has" : `${lost} nodes have`} no lease. Such a node reads from the database: its answers
      are right but slow. It gets its lease back when it reaches the database in time.
    </Banner>
  )
}
