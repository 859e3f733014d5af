// What every page can do: copy code, search, choose a theme.
import "./copy.client.js"
import "./search.client.js"
import "./tabs.client.js"

const themes = ["system", "light", "dark"]
const themeSwitch = document.querySelector("[data-theme-switch]")

function currentTheme() {
  return localStorage.getItem("keyward-theme") ?? "system"
}

function nameTheme() {
  const label = `Theme: ${currentTheme()}`
  themeSwitch.setAttribute("aria-label", label)
  themeSwitch.title = label
}

themeSwitch.addEventListener("click", () => {
  localStorage.setItem("keyward-theme", themes[(themes.indexOf(currentTheme()) + 1) % themes.length])
  // theme.client.js listens to this, and so do other tabs.
  dispatchEvent(new Event("storage"))
})
addEventListener("storage", nameTheme)
nameTheme()

// A link of the drawer may lead to a part of the same page.
document.getElementById("sidebar")?.addEventListener("click", (event) => {
  if (event.target.closest("a")) event.currentTarget.hidePopover()
})

// The list is long, so it begins where the reader is. Only the list moves.
const current = document.querySelector('.sidebar [aria-current="page"]')
if (current) current.closest(".sidebar").scrollTop = current.offsetTop - 160
