import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ask, clientFor } from "../client.ts"
import { Banner } from "../ui/states.tsx"
import LimiterBanner from "./limiter-banner.tsx"

const everyMs = 15_000

/** What makes answers slow or lets too much pass. Only operators can do something about it. */
export default function OperatorBanners() {
  return (
    <>
      <LostLeases />
      <LimiterBanner />
    </>
  )
}

function LostLeases() {
  const { data: nodes = [] } = useQuery({
    queryKey: ["operator", "nodes"],
    queryFn: () => ask(() => clientFor("operator").nodes.listNodes({})),
    refetchInterval: everyMs,
  })
  const lost = nodes.filter(({ lease }) => lease?.valid === false).length
  if (lost === 0) return null
  return (
    <Banner actions={<Link to="/operator/nodes">Nodes</Link>}>
      {lost === 1 ? "One node has" : `${lost} nodes have`} no lease. Such a node reads from the database: its answers
      are right but slow. It gets its lease back when it reaches the database in time.
    </Banner>
  )
}
