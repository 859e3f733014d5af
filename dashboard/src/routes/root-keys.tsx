import { usePageTitle } from "../page-title.ts"
import { Page } from "../ui/page.tsx"

export default function RootKeysPage() {
  usePageTitle("Root keys")
  return <Page title="Root keys">…</Page>
}
