import { useEffect, useSyncExternalStore } from "react"
import { noteRecentPage } from "./recent-pages.ts"

let title = ""
const listeners = new Set<() => void>()

/** Names the page in the tab and as the last breadcrumb. */
export function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return
    title = text
    document.title = `${text} · Keyward`
    noteRecentPage(text)
    for (const listener of listeners) listener()
  }, [text])
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
