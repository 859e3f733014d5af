import { Button } from "../../ui/button.tsx"
import type { useUsage } from "../usage/usage-chart.tsx"

interface WhyRefusedProps {
  readonly usage: ReturnType<typeof useUsage>
  readonly onOpen: () => void
}

/** Leads from a chart with refusals to their reasons. */
export function WhyRefused({ usage, onOpen }: WhyRefusedProps) {
  const isRefused = usage.query.data?.groups.some(({ code, total }) => code !== "VALID" && total > 0) ?? false
  if (!isRefused) return null
  return (
    <Button onClick={onOpen} size="small" variant="primary">
      Why refused?
    </Button>
  )
}
