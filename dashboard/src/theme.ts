/** The themes that people choose from. The script of src/http/pages/theme/ applies the chosen one, in this tab and in others. */
export const themes = [
  { value: "light", label: "Light theme", icon: "sun" },
  { value: "dark", label: "Dark theme", icon: "moon" },
  { value: "system", label: "Theme of the system", icon: "system" },
] as const

export type Theme = (typeof themes)[number]

export function readTheme(): Theme {
  const chosen = localStorage.getItem(storedName)
  return themes.find(({ value }) => value === chosen) ?? themes[2]
}

export function chooseTheme({ value }: Theme): void {
  localStorage.setItem(storedName, value)
  dispatchEvent(new Event("storage"))
}

const storedName = "keyward-theme"
