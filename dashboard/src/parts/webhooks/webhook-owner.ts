import { type LinkOptions, linkOptions } from "@tanstack/react-router"
import { useWorkspaceOfPath } from "../../session.ts"

type Destination = Pick<LinkOptions, "params"> & { readonly to: NonNullable<LinkOptions["to"]> }

/** Whose webhooks a page shows: those of its workspace, or those of the installation on pages for operators. */
export interface WebhookOwner {
  readonly isInstallation: boolean
  /** What each call about these webhooks names. */
  readonly scope: { readonly workspaceId?: "installation" }
  /** The page that lists them. */
  readonly list: Destination
  page(webhookId: string): Destination
}

const ofInstallation: WebhookOwner = {
  isInstallation: true,
  scope: { workspaceId: "installation" },
  list: linkOptions({ to: "/operator/webhooks" }),
  page: (webhookId) => linkOptions({ to: "/operator/webhooks/$webhookId", params: { webhookId } }),
}

export function useWebhookOwner(): WebhookOwner {
  const workspace = useWorkspaceOfPath()
  if (workspace === undefined) return ofInstallation
  const { workspaceId } = workspace
  return {
    isInstallation: false,
    scope: {},
    list: linkOptions({ to: "/w/$workspaceId/webhooks", params: { workspaceId } }),
    page: (webhookId) => linkOptions({ to: "/w/$workspaceId/webhooks/$webhookId", params: { workspaceId, webhookId } }),
  }
}
