import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function AccountPage() {
  usePageTitle("Your account")
  return <Page title="Your account">…</Page>
}
