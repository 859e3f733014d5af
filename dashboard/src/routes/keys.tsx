import { usePageTitle } from "../page-title.ts"
import { KeyTable } from "../parts/key-table.tsx"
import { Page } from "../ui/page.tsx"

export default function KeysPage() {
  usePageTitle("Keys")
  return (
    <Page title="Keys">
      <KeyTable />
    </Page>
  )
}
