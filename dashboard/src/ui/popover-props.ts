import type { ComponentProps, ReactElement, ReactNode } from "react"

export interface PopoverProps {
  /** Its name for screen readers. */
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<"button">>
  /** Receives what closes it. */
  readonly children: (close: () => void) => ReactNode
}
