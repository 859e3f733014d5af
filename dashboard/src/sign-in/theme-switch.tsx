import { useSyncExternalStore } from "react"
import { chooseTheme, readTheme, themes } from "../theme.ts"
import { IconButton } from "../ui/button.tsx"

/** Changes to the next theme. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, readTheme)
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? theme
  return <IconButton icon={theme.icon} label={theme.label} onClick={() => chooseTheme(next)} />
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener)
  return () => removeEventListener("storage", listener)
}
