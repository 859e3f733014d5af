import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function OperatorNodesPage() {
  usePageTitle("Nodes")
  return <Page title="Nodes">…</Page>
}
