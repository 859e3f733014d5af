import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { copyText } from "../../ui/copy.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import { notify } from "../../ui/toast.tsx"
import { forgetKeyView, keepKeyView, keyViews } from "./key-views.ts"

/** The filters in the address as a link, and those that this browser keeps under a name. */
export function KeyViewsMenu() {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: "/w/$workspaceId/keys" })
  const navigate = useNavigate()
  const [views, setViews] = useState(() => keyViews(workspaceId))
  const [isNaming, setNaming] = useState(false)
  const { range: _, ...filters } = search
  const current = views.find((view) => JSON.stringify(sorted(view.search)) === JSON.stringify(sorted(filters)))
  const items: readonly MenuItem[] = [
    ...views.map((view) => ({
      label: visibleText(view.name),
      onSelect: () => {
        navigate({ to: "/w/$workspaceId/keys", params: { workspaceId }, search: view.search })
      },
    })),
    { label: "Keep this view …", icon: "plus", startsGroup: views.length > 0, onSelect: () => setNaming(true) },
    { label: "Copy link", icon: "copy", onSelect: () => copyLink() },
    ...(current
      ? [
          {
            label: `Forget ${visibleText(current.name)}`,
            icon: "trash" as const,
            onSelect: () => setViews(forgetKeyView(workspaceId, current.name)),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu items={items} trigger={<Button>{current ? visibleText(current.name) : "Views"}</Button>} />
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onKeep={(name) => setViews(keepKeyView(workspaceId, { name, search: filters }))}
        />
      )}
    </>
  )
}

function NameDialog({ onClose, onKeep }: { readonly onClose: () => void; readonly onKeep: (name: string) => void }) {
  const [name, setName] = useState("")
  const keep = () => {
    onKeep(name.trim())
    onClose()
  }
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={name.trim() === ""} onClick={keep} variant="primary">
            Keep view
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title="Keep this view"
    >
      <Field hint="This browser keeps the filters and the order. Others can open the link." label="Name">
        {(control) => <TextInput {...control} maxLength={60} onChange={setName} value={name} />}
      </Field>
    </Dialog>
  )
}

function sorted(fields: object): readonly unknown[] {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
}

async function copyLink(): Promise<void> {
  const isCopied = await copyText(location.href)
  notify(
    isCopied ? { title: "Copied the link" } : { title: location.href, description: "The clipboard is not available." },
  )
}
