import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function ApisPage() {
  usePageTitle("APIs")
  return <Page title="APIs">…</Page>
}
