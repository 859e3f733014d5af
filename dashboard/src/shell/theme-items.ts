import type { MenuItem } from "../ui/menu-item.ts"

const themes = [
  { value: "light", label: "Light theme", icon: "sun" },
  { value: "dark", label: "Dark theme", icon: "moon" },
  { value: "system", label: "Theme of the system", icon: "system" },
] as const

/** The themes as entries of a menu. theme.ts applies the chosen one, in this tab and in others. */
export function themeItems(): readonly MenuItem[] {
  const chosen = localStorage.getItem("keyward-theme") ?? "system"
  return themes.map(({ value, label, icon }, index) => ({
    label,
    icon,
    note: value === chosen && "✓",
    startsGroup: index === 0,
    onSelect() {
      localStorage.setItem("keyward-theme", value)
      dispatchEvent(new Event("storage"))
    },
  }))
}
