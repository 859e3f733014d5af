// A blocking script of its own, so that the page never flashes in the wrong theme. The switch is in shell/theme-menu.tsx.
const dark = matchMedia("(prefers-color-scheme: dark)")

function apply(): void {
  const chosen = localStorage.getItem("keyward-theme")
  const isDark = chosen === "dark" || (chosen !== "light" && dark.matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}

apply()
dark.addEventListener("change", apply)
// Other tabs, and the switch in this one.
addEventListener("storage", apply)
