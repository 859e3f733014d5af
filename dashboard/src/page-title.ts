import { useEffect, useSyncExternalStore } from "react"
import { noteRecentPage } from "./recent-pages.ts"
import { useSession, useTarget } from "./session.ts"
import { visibleText } from "./ui/format.ts"

let title = ""
const listeners = new Set<() => void>()

/** Names the page in the tab and as the last breadcrumb. A page that does not know its name yet has none. */
export function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    title = text ?? ""
    if (text !== undefined) noteRecentPage(text)
    for (const listener of listeners) listener()
  }, [text])
  const workspaceName = useDistinguishingName()
  useEffect(() => {
    const parts = [text, workspaceName].filter((part) => part !== undefined).map(visibleText)
    document.title = [...parts, "Keyward"].join(" · ")
  }, [text, workspaceName])
}

/** The name of the workspace tells tabs apart, for people who have several workspaces. */
function useDistinguishingName(): string | undefined {
  const target = useTarget()
  const workspaces = useSession()?.workspaces ?? []
  return workspaces.length > 1 ? workspaces.find(({ workspaceId }) => workspaceId === target)?.name : undefined
}

/** For the breadcrumbs. */
export function useShownTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => title,
  )
}
