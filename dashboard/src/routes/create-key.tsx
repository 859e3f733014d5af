import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function CreateKeyPage() {
  usePageTitle("Create key")
  return <Page title="Create key">…</Page>
}
