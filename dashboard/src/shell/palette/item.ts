import type { IconName } from "../../ui/icons.ts"

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly note?: string | undefined
  readonly icon: IconName
  readonly onSelect: () => void
}
