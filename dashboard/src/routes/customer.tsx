import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function CustomerPage() {
  usePageTitle("Customer")
  return <Page title="Customer">…</Page>
}
