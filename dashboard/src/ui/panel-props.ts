import type { ReactNode, RefObject } from "react"

export interface PanelProps {
  /** Its name for screen readers. */
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly className: string | undefined
  readonly backdropClassName: string | undefined
  /** What has the focus first. Otherwise it is the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}
