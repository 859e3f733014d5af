import type { PortalDraft } from "./portal-draft.ts"

export interface DraftProps {
  readonly draft: PortalDraft
  readonly onChange: (changed: Partial<PortalDraft>) => void
  /** Why the last attempt to save failed. */
  readonly error: unknown
}
