import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function SettingsPage() {
  usePageTitle("Settings")
  return <Page title="Settings">…</Page>
}
