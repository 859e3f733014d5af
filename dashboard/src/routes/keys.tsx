import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function KeysPage() {
  usePageTitle("Keys")
  return <Page title="Keys">…</Page>
}
