import type { PortalView } from "@keyward/client"
import { createContext, useContext } from "react"
import type { Language } from "./language.ts"
import type { PortalApi } from "./portal-api.ts"

type Action = PortalView["session"]["actions"][number]

/** What every part of the page needs. */
export interface PortalPage {
  readonly api: PortalApi
  readonly view: PortalView
  readonly language: Language
  /** Reads the view again, after a change. */
  readonly refresh: () => Promise<void>
  /** Says it to people, and to screen readers. */
  readonly announce: (text: string) => void
}

const PageContext = createContext<PortalPage | undefined>(undefined)

export const PageProvider = PageContext.Provider

export function usePage(): PortalPage {
  const page = useContext(PageContext)
  if (page === undefined) throw new Error("This part is not in a page of the portal.")
  return page
}

/** What is not allowed leaves no trace. */
export function useMay(): (action: Action) => boolean {
  const { actions } = usePage().view.session
  return (action) => actions.includes(action)
}
