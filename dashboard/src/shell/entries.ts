import type { LinkProps } from "@tanstack/react-router"
import type { IconName } from "../ui/icons.ts"

/** A page that the rail, the palette and the keyboard lead to. */
export interface Entry {
  readonly to: NonNullable<LinkProps["to"]>
  readonly label: string
  readonly icon: IconName
  /** Hidden from people who cannot read anything there. */
  readonly needs?: string
  readonly isExact?: boolean
  /** Opens the page after `g`. */
  readonly letter?: string
}

export const work: readonly Entry[] = [
  { to: "/w/$workspaceId", label: "Overview", icon: "overview", isExact: true, letter: "o" },
  { to: "/w/$workspaceId/apis", label: "APIs", icon: "api", needs: "api.*.read_api", letter: "a" },
  { to: "/w/$workspaceId/keys", label: "Keys", icon: "key", needs: "api.*.read_key", letter: "k" },
  {
    to: "/w/$workspaceId/customers",
    label: "Customers",
    icon: "customers",
    needs: "identity.*.read_identity",
    letter: "c",
  },
  {
    to: "/w/$workspaceId/permissions",
    label: "Permissions",
    icon: "permissions",
    needs: "rbac.*.read_permission",
    letter: "p",
  },
  {
    to: "/w/$workspaceId/ratelimits",
    label: "Rate limits",
    icon: "ratelimits",
    needs: "ratelimit.*.read_namespace",
    letter: "r",
  },
  {
    to: "/w/$workspaceId/verifications",
    label: "Verifications",
    icon: "verifications",
    needs: "api.*.read_usage",
    letter: "v",
  },
  { to: "/w/$workspaceId/events", label: "Events", icon: "events", needs: "event.*.read_event", letter: "e" },
]

export const administration: readonly Entry[] = [
  {
    to: "/w/$workspaceId/root-keys",
    label: "Root keys",
    icon: "rootKeys",
    needs: "root_key.*.read_root_key",
    letter: "t",
  },
  { to: "/w/$workspaceId/members", label: "Members", icon: "members", needs: "member.*.read_member", letter: "m" },
  {
    to: "/w/$workspaceId/settings",
    label: "Settings",
    icon: "settings",
    needs: "workspace.*.read_workspace",
    letter: "s",
  },
]

export const operation: readonly Entry[] = [
  { to: "/operator/workspaces", label: "Workspaces", icon: "workspaces" },
  { to: "/operator/nodes", label: "Nodes", icon: "nodes" },
  { to: "/operator/users", label: "Users", icon: "customers" },
]
