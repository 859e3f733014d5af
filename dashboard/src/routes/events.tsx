import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function EventsPage() {
  usePageTitle("Events")
  return <Page title="Events">…</Page>
}
