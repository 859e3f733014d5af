// A blocking script of its own, so that no page flashes in the wrong theme. The dashboard and all other pages load it.
const dark = matchMedia("(prefers-color-scheme: dark)")

function apply() {
  const chosen = localStorage.getItem("keyward-theme")
  const isDark = chosen === "dark" || (chosen !== "light" && dark.matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}

apply()
dark.addEventListener("change", apply)
// Other tabs, and the switch in this one.
addEventListener("storage", apply)
