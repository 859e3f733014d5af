import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function OperatorWorkspacesPage() {
  usePageTitle("Workspaces")
  return <Page title="Workspaces">…</Page>
}
