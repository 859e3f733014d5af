import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function OperatorUsersPage() {
  usePageTitle("Users")
  return <Page title="Users">…</Page>
}
