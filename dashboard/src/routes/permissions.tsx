import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function PermissionsPage() {
  usePageTitle("Permissions")
  return <Page title="Permissions">…</Page>
}
