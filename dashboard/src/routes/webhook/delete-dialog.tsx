import type { Webhook } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { webhookName } from "../../parts/webhooks/webhook-name.ts"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange } from "../../queries.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"

interface DeleteDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

export function DeleteDialog({ webhook, onClose }: DeleteDialogProps) {
  const { webhookId } = webhook
  const { scope, list } = useWebhookOwner()
  const navigate = useNavigate()
  const name = webhookName(webhook)
  const remove = useChange((client) => client.webhooks.deleteWebhook({ ...scope, webhookId }), {
    done: () => ({ title: `Deleted ${name}.` }),
    isLeaving: true,
    onDone: () => navigate({ ...list, search: {}, ignoreBlocker: true }),
  })
  return (
    <ConfirmDialog
      action="Delete webhook"
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(undefined)}
      title={`Delete ${name}?`}
    >
      <p>
        Its secret and its deliveries are deleted, and events that wait for it are not sent. This cannot be undone.
        Disable it instead if you are not sure.
      </p>
    </ConfirmDialog>
  )
}
