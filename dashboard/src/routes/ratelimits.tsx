import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function RatelimitsPage() {
  usePageTitle("Rate limits")
  return <Page title="Rate limits">…</Page>
}
