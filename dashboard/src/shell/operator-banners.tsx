import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ask, clientFor } from "../client.ts"
import { Banner } from "../ui/states.tsx"

const everyMs = 15_000

/** What makes answers slow or lets too much pass. Only operators can do something about it. */
export default function OperatorBanners() {
  return (
    <>
      <LostLeases />
      <Limiter />
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
      are right but slow. It gets its lease back by itself when it reaches the database in time.
    </Banner>
  )
}

function Limiter() {
  const { data: state } = useQuery({ queryKey: ["limiter"], queryFn: readLimiter, refetchInterval: everyMs })
  if (state === "skipped") {
    return (
      <Banner tone="bad">
        Rate limits are skipped: their counters cannot be reached, so every request passes them. Check Redis.
      </Banner>
    )
  }
  if (state !== "down") return null
  return (
    <Banner tone="bad">
      The counters of rate limits cannot be reached. Requests that need one are refused with 503. Check Redis.
    </Banner>
  )
}

/** Null if the counters are in the process, where they are always reachable, or if the server is not ready. */
async function readLimiter(): Promise<string | null> {
  const response = await fetch("/readyz")
  if (!response.ok) return null
  const body: { data: { limiter?: string } } = await response.json()
  return body.data.limiter ?? null
}
