import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function KeyPage() {
  usePageTitle("Key")
  return <Page title="Key">…</Page>
}
