import type { ReactNode } from "react"

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** The buttons, the main one last. */
  readonly footer?: ReactNode
  readonly isWide?: boolean
  /** False if a click beside the dialog or Escape would lose something, such as a secret. */
  readonly isDismissable?: boolean
  /** False if what is typed is worth nothing outside, such as a confirmation or a password. */
  readonly keepsText?: boolean
}
