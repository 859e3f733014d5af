import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function MembersPage() {
  usePageTitle("Members")
  return <Page title="Members">…</Page>
}
