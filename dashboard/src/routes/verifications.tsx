import { usePageTitle } from "../page-title.ts"
import { VerificationLog } from "../parts/verification-log.tsx"
import { Card } from "../ui/card.tsx"
import { Page } from "../ui/page.tsx"

export default function VerificationsPage() {
  usePageTitle("Verifications")
  return (
    <Page title="Verifications">
      <Card isFlush>
        <VerificationLog />
      </Card>
    </Page>
  )
}
