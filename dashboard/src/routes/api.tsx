import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function ApiPage() {
  usePageTitle("API")
  return <Page title="API">…</Page>
}
