import type { Key } from "@keyward/client"
import { useState } from "react"
import { useCan } from "../../session.ts"
import { IconButton } from "../../ui/button.tsx"
import { copyText } from "../../ui/copy.tsx"
import { visibleText } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import { notify } from "../../ui/toast.tsx"
import { DeleteKeysDialog } from "./delete-keys-dialog.tsx"
import { useEnableKeys } from "./key-changes.ts"

/** The actions on one key of a list. */
export function KeyRowMenu({ apiKey }: { readonly apiKey: Key }) {
  const [isDeleting, setDeleting] = useState(false)
  const can = useCan()
  const enabling = useEnableKeys()
  const { keyId, apiId, enabled } = apiKey
  const items: readonly MenuItem[] = [
    { label: "Copy id", icon: "copy", onSelect: () => copyId(keyId) },
    ...(can(`api.${apiId}.update_key`)
      ? [
          {
            label: enabled ? "Disable" : "Enable",
            icon: enabled ? ("pause" as const) : ("play" as const),
            onSelect: () => enabling.run({ keys: [apiKey], enabled: !enabled }),
          },
        ]
      : []),
    ...(can(`api.${apiId}.delete_key`)
      ? [
          {
            label: "Delete …",
            icon: "trash" as const,
            tone: "danger" as const,
            startsGroup: true,
            onSelect: () => setDeleting(true),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={
          <IconButton icon="more" label={`Actions for ${visibleText(apiKey.name ?? apiKey.start)}`} size="small" />
        }
      />
      {isDeleting && <DeleteKeysDialog isOpen keys={[apiKey]} onClose={() => setDeleting(false)} />}
    </>
  )
}

async function copyId(keyId: string): Promise<void> {
  const isCopied = await copyText(keyId)
  notify(isCopied ? { title: `Copied ${keyId}` } : { title: keyId, description: "The clipboard is not available." })
}
