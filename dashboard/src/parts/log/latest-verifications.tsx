import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { useLatestPeriod } from "./log-period.ts"
import type { LogFilter } from "./use-live-log.ts"
import { VerificationLog } from "./verification-log.tsx"

interface LatestVerificationsProps {
  readonly title: string
  readonly filter: LogFilter
  onOpenLog(): void
}

/** A card with the latest verifications as they happen, and the way to all of them. */
export function LatestVerifications({ title, filter, onOpenLog }: LatestVerificationsProps) {
  return (
    <Card
      actions={
        <Button onClick={onOpenLog} size="small" variant="quiet">
          Open log
        </Button>
      }
      isFlush
      title={title}
    >
      <VerificationLog filter={{ ...filter, ...useLatestPeriod() }} limit={5} />
    </Card>
  )
}
