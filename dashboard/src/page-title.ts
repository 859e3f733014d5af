import { useEffect, useSyncExternalStore } from "react"
import { noteRecentPage } from "./recent-pages.ts"
import { visibleText } from "./ui/format.ts"

let title = ""
const listeners = new Set<() => void>()

/** Names the page in the tab and as the last breadcrumb. A page that does not know its name yet has none. */
export function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    title = text ?? ""
    document.title = text === undefined ? "Keyward" : `${visibleText(text)} · Keyward`
    if (text !== undefined) noteRecentPage(text)
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
