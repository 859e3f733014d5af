import { useEffect } from "react"
import type { IconName } from "./ui/icons.ts"

/** The actions on the object of the page, for the command palette. */
export interface PageAction {
  readonly label: string
  readonly icon: IconName
  readonly onSelect: () => void
}

const offered = new Set<readonly PageAction[]>()

/** Offers these actions in the palette while the page is open. Several parts of a page may offer some. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    offered.add(actions)
    return () => {
      offered.delete(actions)
    }
  })
}

export function pageActions(): readonly PageAction[] {
  return [...offered].flat()
}
