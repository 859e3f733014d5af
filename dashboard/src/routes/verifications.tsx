import { usePageTitle } from "../page-title.ts"
import { FilteredLog } from "../parts/log/filtered-log.tsx"
import { Page } from "../ui/page.tsx"

/** Single verifications as they happen, and why each was refused. */
export default function VerificationsPage() {
  usePageTitle("Verifications")
  return (
    <Page title="Verifications">
      <FilteredLog />
    </Page>
  )
}
