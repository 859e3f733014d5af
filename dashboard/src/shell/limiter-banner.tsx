import { useQuery } from "@tanstack/react-query"
import { Banner } from "../ui/states.tsx"

const everyMs = 15_000

/** Says how rate limits behave while their counters cannot be reached. */
export function LimiterBanner() {
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
