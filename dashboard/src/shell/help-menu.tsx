import { IconButton } from "../ui/button.tsx"
import { Menu } from "../ui/menu.tsx"
import { guideTo } from "./guides.ts"

/** Links to the docs of this page, and to all docs. */
export function HelpMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  return (
    <Menu
      items={[
        { label: "Guide to this page", onSelect: () => open(guideTo(location.pathname), "_blank") },
        { label: "Docs", onSelect: () => open("/docs", "_blank") },
        { label: "Reference", onSelect: () => open("/reference", "_blank") },
        { label: "Keyboard shortcuts", note: "?", startsGroup: true, onSelect: onShortcuts },
      ]}
      trigger={<IconButton icon="help" label="Help" />}
    />
  )
}
