import type { PortalKey } from "@keyward/client"

/** What is being done with a key, below the key. */
export interface PanelProps {
  readonly value: PortalKey
  /** The key's name, as it can be shown. */
  readonly name: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}
