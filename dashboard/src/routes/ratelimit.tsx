import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function RatelimitPage() {
  usePageTitle("Rate limit")
  return <Page title="Rate limit">…</Page>
}
