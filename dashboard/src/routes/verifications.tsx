import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function VerificationsPage() {
  usePageTitle("Verifications")
  return <Page title="Verifications">…</Page>
}
