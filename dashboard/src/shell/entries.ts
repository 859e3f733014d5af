import type { LinkProps } from "@tanstack/react-router"
import type { IconName } from "../ui/icons.ts"

/** A page that the rail, the palette and the keyboard lead to. */
export interface Entry {
  readonly to: NonNullable<LinkProps["to"]>
  readonly label: string
  /** Where the label alone could be another page. */
  readonly title?: string
  readonly icon: IconName
  /** Hidden from people who cannot read anything there. */
  readonly needs?: string
  readonly isExact?: boolean
  /** Opens the page after `g`. */
  readonly letter?: string
  /** The part of the docs that explains the page. */
  readonly guide?: string
  /** What people do most on the page, for the palette. */
  readonly action?: EntryAction
}

interface EntryAction {
  readonly label: string
  readonly icon: IconName
  readonly needs: string
  /** Another page, if the action has its own. */
  readonly to?: Entry["to"]
  readonly search?: LinkProps["search"]
}

export const work: readonly Entry[] = [
  { to: "/w/$workspaceId", label: "Overview", icon: "overview", isExact: true, letter: "o" },
  {
    to: "/w/$workspaceId/apis",
    label: "APIs",
    icon: "api",
    needs: "api.*.read_api",
    letter: "a",
    guide: "/docs/concepts#api",
    action: { label: "Create API", icon: "plus", needs: "api.*.create_api", search: { create: "yes" } },
  },
  {
    to: "/w/$workspaceId/keys",
    label: "Keys",
    icon: "key",
    needs: "api.*.read_key",
    letter: "k",
    guide: "/docs/guides/issue-keys",
    action: { label: "Create key", icon: "plus", needs: "api.*.create_key", to: "/w/$workspaceId/keys/new" },
  },
  {
    to: "/w/$workspaceId/customers",
    label: "Customers",
    icon: "customers",
    needs: "identity.*.read_identity",
    letter: "c",
    guide: "/docs/concepts#identity",
    action: { label: "Create customer", icon: "plus", needs: "identity.*.create_identity", search: { create: "yes" } },
  },
  {
    to: "/w/$workspaceId/plans",
    label: "Plans",
    icon: "plans",
    needs: "plan.*.read_plan",
    letter: "l",
    guide: "/docs/guides/plans",
    action: { label: "Create plan", icon: "plus", needs: "plan.*.create_plan", search: { create: "yes" } },
  },
  {
    to: "/w/$workspaceId/permissions",
    label: "Permissions",
    icon: "permissions",
    needs: "rbac.*.read_permission",
    letter: "p",
    guide: "/docs/concepts#permissions-and-roles",
  },
  {
    to: "/w/$workspaceId/ratelimits",
    label: "Rate limits",
    icon: "ratelimits",
    needs: "ratelimit.*.read_namespace",
    letter: "r",
    guide: "/docs/guides/plans",
  },
  {
    to: "/w/$workspaceId/usage",
    label: "Usage",
    icon: "usage",
    needs: "api.*.read_usage",
    letter: "u",
    guide: "/docs/guides/usage-and-billing",
  },
  {
    to: "/w/$workspaceId/verifications",
    label: "Verifications",
    icon: "verifications",
    needs: "api.*.read_usage",
    letter: "v",
    guide: "/docs/guides/usage-and-billing#why-was-a-call-refused",
  },
  {
    to: "/w/$workspaceId/events",
    label: "Events",
    icon: "events",
    needs: "event.*.read_event",
    letter: "e",
    guide: "/docs/concepts#events",
  },
  {
    to: "/w/$workspaceId/webhooks",
    label: "Webhooks",
    icon: "webhooks",
    needs: "webhook.*.read_webhook",
    letter: "w",
    guide: "/docs/guides/webhooks",
    action: { label: "Create webhook", icon: "plus", needs: "webhook.*.create_webhook", search: { create: "yes" } },
  },
  {
    to: "/w/$workspaceId/portal",
    label: "Portal",
    icon: "portal",
    needs: "portal.*.read_portal",
    letter: "i",
    guide: "/docs/guides/customer-portal",
  },
]

export const administration: readonly Entry[] = [
  {
    to: "/w/$workspaceId/root-keys",
    label: "Root keys",
    icon: "rootKeys",
    needs: "root_key.*.read_root_key",
    letter: "t",
    guide: "/docs/guides/rotate-keys#a-root-key",
  },
  {
    to: "/w/$workspaceId/members",
    label: "Members",
    icon: "members",
    needs: "member.*.read_member",
    letter: "m",
    guide: "/docs/guides/people-and-roles",
    action: { label: "Invite member", icon: "members", needs: "member.*.invite_member" },
  },
  {
    to: "/w/$workspaceId/settings",
    label: "Settings",
    icon: "settings",
    needs: "workspace.*.read_workspace",
    letter: "s",
    guide: "/docs/concepts#workspace",
  },
]

export const operation: readonly Entry[] = [
  { to: "/operator/workspaces", label: "Workspaces", icon: "workspaces" },
  { to: "/operator/nodes", label: "Nodes", icon: "nodes" },
  { to: "/operator/users", label: "Users", icon: "customers" },
  {
    to: "/operator/webhooks",
    label: "Webhooks",
    title: "Webhooks of the installation",
    icon: "webhooks",
    guide: "/docs/guides/webhooks#events-about-users-and-sessions",
  },
]
