import type { ComponentProps, ReactElement, ReactNode } from "react"
import type { IconName } from "./icons.ts"

export interface MenuItem {
  readonly label: ReactNode
  readonly icon?: IconName
  readonly note?: ReactNode
  readonly tone?: "danger"
  readonly isDisabled?: boolean
  /** Draws a line above. */
  readonly startsGroup?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ComponentProps<"button">>
  readonly items: readonly MenuItem[]
  readonly align?: "start" | "end"
}
