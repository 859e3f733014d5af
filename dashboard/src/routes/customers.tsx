import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function CustomersPage() {
  usePageTitle("Customers")
  return <Page title="Customers">…</Page>
}
