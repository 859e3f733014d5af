import { usePageTitle } from "../page-title.ts"
import { Empty } from "../ui/states.tsx"

export function NotFound() {
  usePageTitle("Not found")
  return (
    <Empty actions={<a href="/">Go to the start</a>} title="There is no page here">
      The address is wrong, or the page was moved.
    </Empty>
  )
}
