import type { Webhook } from "@keyward/client"
import { useState } from "react"
import { usePageActions } from "../../page-actions.ts"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { webhookName } from "../../parts/webhooks/webhook-name.ts"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import { DeleteDialog } from "./delete-dialog.tsx"
import { MoveDialog } from "./move-dialog.tsx"
import { RotateDialog } from "./rotate-dialog.tsx"
import { TestDialog } from "./test-dialog.tsx"

type Task = "test" | "move" | "rotate" | "delete"

/** Test, disable, send again, rotate and delete, at the top of the page of a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [task, setTask] = useState<Task>()
  const can = useCan()
  const { webhookId, enabled, format } = webhook
  const { scope } = useWebhookOwner()
  const mayUpdate = can("webhook.*.update_webhook") && can("event.*.read_event")
  const mayDelete = can("webhook.*.delete_webhook")
  const switching = useChange(
    (client, next: boolean) => client.webhooks.updateWebhook({ ...scope, webhookId, enabled: next }),
    {
      done: (_data, next) => ({
        title: next
          ? `Enabled ${webhookName(webhook)}. What it missed is sent now.`
          : `Disabled ${webhookName(webhook)}. It keeps its place.`,
        action: { label: "Undo", onSelect: () => switching.run(!next) },
      }),
    },
  )
  const items: readonly (MenuItem & { readonly label: string })[] = [
    ...(mayUpdate ? [{ label: "Send again from …", icon: "refresh" as const, onSelect: () => setTask("move") }] : []),
    ...(mayUpdate && format === "standard"
      ? [{ label: "Replace the secret …", icon: "key" as const, onSelect: () => setTask("rotate") }]
      : []),
    ...(mayDelete
      ? [{ label: "Delete …", icon: "trash", tone: "danger", onSelect: () => setTask("delete") } as const]
      : []),
  ]
  const toggle = () => switching.run(!enabled)
  usePageActions([
    ...(mayUpdate
      ? [
          { label: "Send a test to this webhook", icon: "webhooks" as const, onSelect: () => setTask("test") },
          {
            label: enabled ? "Disable this webhook" : "Enable this webhook",
            icon: "webhooks" as const,
            onSelect: toggle,
          },
        ]
      : []),
    ...items.map(({ label, icon = "webhooks" as const, onSelect }) => ({
      label: `${label.replace(" …", "")} (this webhook) …`,
      icon,
      onSelect,
    })),
  ])
  const close = () => setTask(undefined)
  return (
    <>
      {mayUpdate ? (
        <>
          <Button onClick={() => setTask("test")}>Send test</Button>
          <Button isBusy={switching.isBusy} onClick={toggle} variant={enabled ? "default" : "primary"}>
            {enabled ? "Disable" : "Enable"}
          </Button>
        </>
      ) : (
        <WhoMay needs="webhook.*.update_webhook" />
      )}
      {items.length > 0 && <Menu items={items} trigger={<IconButton icon="more" label="More actions" />} />}
      {task === "test" && <TestDialog onClose={close} webhook={webhook} />}
      {task === "move" && <MoveDialog onClose={close} webhook={webhook} />}
      {task === "rotate" && <RotateDialog onClose={close} webhook={webhook} />}
      {task === "delete" && <DeleteDialog onClose={close} webhook={webhook} />}
    </>
  )
}
