import { chooseTheme, readTheme, themes } from "../theme.ts"
import type { MenuItem } from "../ui/menu-item.ts"

/** The themes as entries of a menu. */
export function themeItems(): readonly MenuItem[] {
  const chosen = readTheme()
  return themes.map((theme, index) => ({
    label: theme.label,
    icon: theme.icon,
    note: theme === chosen && "✓",
    startsGroup: index === 0,
    onSelect: () => chooseTheme(theme),
  }))
}
