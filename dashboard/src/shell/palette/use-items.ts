import { useNavigate, useRouter } from "@tanstack/react-router"
import type { ResourceType } from "../../../../src/contract/event-types.ts"
import { pageActions } from "../../page-actions.ts"
import { nounOf, shownObjects } from "../../parts/objects.ts"
import { recentPages } from "../../recent-pages.ts"
import { type SessionState, useSession } from "../../session.ts"
import { visibleText } from "../../ui/format.ts"
import { administration, type Entry, operation, work } from "../entries.ts"
import { guideTo } from "../guides.ts"
import { signOut } from "../sign-out.ts"
import { themeItems } from "../theme-items.ts"
import type { Found } from "./found.ts"
import type { PaletteItem } from "./item.ts"
import { knownId } from "./known-id.ts"

interface Choices {
  readonly workspaceId: string | undefined
  readonly text: string
  readonly objects: readonly Found[]
  readonly onShortcuts: () => void
}

/** The entries of the palette for a text, in groups. Without a text: recent pages and frequent tasks. */
export function useItems({ workspaceId, text, objects, onShortcuts }: Choices): readonly PaletteItem[] {
  const session = useSession()
  const go = useGo(workspaceId)
  if (session === undefined) return []
  const workspace = session.workspaces.find((one) => one.workspaceId === workspaceId)
  const can = (permission: string) =>
    workspace?.permissions.some((held) => held === "*" || held === permission) ?? false
  const inWorkspace = workspace ? [...work, ...administration] : []
  const pages = [
    ...inWorkspace.filter(({ needs }) => needs === undefined || can(needs)),
    ...(session.operator ? operation : []),
  ]
  const commands = [
    ...pageActions().map((one) => ({ ...one, id: `this-${one.label}`, group: "This page" })),
    ...go.actions(inWorkspace, can),
    ...go.pages(pages),
    ...go.workspaces(session, workspaceId),
    ...generalActions(onShortcuts),
  ]
  if (text === "") return [...go.recent(pages), ...commands.filter(({ group }) => group !== "Workspaces")]
  return [...go.id(text, session), ...matching(commands, text), ...objects.map(go.object)]
}

/** Every word of the text occurs in the label or the group. */
function matching(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/)
  return items.filter(({ label, group }) => {
    const searched = `${label} ${group}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

const helpPages = [
  { id: "guide", label: "Guide to this page", address: () => guideTo(location.pathname) },
  { id: "docs", label: "Docs", address: () => "/docs" },
  { id: "reference", label: "Reference of the API", address: () => "/reference" },
] as const

function generalActions(onShortcuts: () => void): readonly PaletteItem[] {
  const group = "General"
  return [
    ...themeItems().map(({ label, icon = "system", onSelect }) => ({
      id: `theme-${String(label)}`,
      group,
      label: String(label),
      icon,
      onSelect,
    })),
    { id: "shortcuts", group, label: "Keyboard shortcuts", note: "?", icon: "info", onSelect: onShortcuts },
    ...helpPages.map(({ id, label, address }) => {
      return { id, group, label, icon: "help" as const, onSelect: () => open(address(), "_blank") }
    }),
    { id: "sign-out", group, label: "Sign out", icon: "signOut", onSelect: signOut },
  ]
}

/** Everything that leads to a page. */
function useGo(current: string | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  const workspaceId = current ?? ""
  const params = { workspaceId }
  const open = (type: ResourceType | "request", id: string) => {
    if (type === "request") return navigate({ to: "/w/$workspaceId/verifications", params, search: { request: id } })
    if (type === "workspace") return navigate({ to: "/w/$workspaceId", params: { workspaceId: id } })
    const page = shownObjects[type].page?.(workspaceId, id)
    return page && navigate(page)
  }
  /** Operators manage workspaces that they are no members of, but do not open them. */
  const amongAll = (id: string): PaletteItem => ({
    id,
    group: "By id",
    label: `Show the workspace ${id} among all`,
    icon: "workspaces",
    onSelect: () => navigate({ to: "/operator/workspaces", search: { search: id } }),
  })
  return {
    pages: (entries: readonly Entry[]) =>
      entries.map(({ to, label, title, icon, letter }) => ({
        id: `page-${to}`,
        group: "Pages",
        label: title ?? label,
        note: letter && `g ${letter}`,
        icon,
        onSelect: () => navigate({ to, params, search: {} }),
      })),

    actions: (entries: readonly Entry[], can: (permission: string) => boolean): readonly PaletteItem[] =>
      entries.flatMap(({ to, action }) =>
        action === undefined || !can(action.needs)
          ? []
          : {
              id: `action-${action.label}`,
              group: "Actions",
              label: action.label,
              icon: action.icon,
              onSelect: () => navigate({ to: action.to ?? to, params, search: action.search ?? {} }),
            },
      ),

    workspaces: ({ workspaces }: SessionState, id: string | undefined): readonly PaletteItem[] =>
      workspaces
        .filter((one) => one.workspaceId !== id)
        .map((one) => ({
          id: `workspace-${one.workspaceId}`,
          group: "Workspaces",
          label: `Switch to ${visibleText(one.name)}`,
          icon: "workspaces",
          onSelect: () => navigate({ to: "/w/$workspaceId", params: { workspaceId: one.workspaceId }, search: {} }),
        })),

    /** Objects only: the pages of the rail are listed anyway. */
    recent(entries: readonly Entry[]): readonly PaletteItem[] {
      const known = new Set([location.pathname, ...entries.map(({ to }) => to.replace("$workspaceId", workspaceId))])
      return recentPages(current)
        .filter(({ path }) => !known.has(path))
        .slice(0, 5)
        .map(({ path, title }) => ({
          id: `recent-${path}`,
          group: "Recent",
          label: visibleText(title),
          icon: "events",
          onSelect: () => router.history.push(path),
        }))
    },

    id(text: string, { workspaces, operator }: SessionState): readonly PaletteItem[] {
      const known = current === undefined ? undefined : knownId(text)
      if (known === undefined) return []
      const isMember = workspaces.some((one) => one.workspaceId === text)
      const { type, id } = known
      if (type === "workspace" && !isMember) return operator ? [amongAll(id)] : []
      return [
        {
          id,
          group: "By id",
          label: `Open the ${nounOf(type)} ${id}`,
          icon: "right",
          onSelect: () => open(type, id),
        },
      ]
    },

    object: ({ type, group, icon, id, name, note }: Found): PaletteItem => ({
      id,
      group,
      label: visibleText(name),
      note: note && visibleText(note),
      icon,
      onSelect: () => open(type, id),
    }),
  }
}
