import { useEffect } from "react"
import type { IconName } from "./ui/icons.ts"

/** The actions on the object of the page, for the command palette. */
export interface PageAction {
  readonly label: string
  readonly icon: IconName
  readonly onSelect: () => void
}

let offered: readonly PageAction[] = []

/** Offers these actions in the palette while the page is open. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    offered = actions
    return () => {
      offered = []
    }
  })
}

export function pageActions(): readonly PageAction[] {
  return offered
}
